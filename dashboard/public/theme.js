// Runs before the first paint: a chosen theme must not flash. The policy of the page allows no inline scripts.
try {
  const theme = localStorage.getItem("tidings-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the theme of the system applies.
}
