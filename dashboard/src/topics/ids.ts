/** The ids in a pasted text, each once, in its order. Spaces, commas, semicolons and lines separate them. */
export const idsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
