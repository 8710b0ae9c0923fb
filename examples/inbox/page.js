/** What a page of yours would do with the element's events. */
const inbox = document.querySelector("tidings-inbox");
inbox.addEventListener("unreadcountchange", ({ detail }) => {
  const { total } = detail.unreadCount;
  document.title = total > 0 ? `(${total}) Two inboxes` : "Two inboxes";
});
document.querySelector("#send").addEventListener("click", () => fetch("/send", { method: "POST" }));
