/** Subscriptions belong to no context and apply in every one, so a filter by context finds none. */
export const NO_SUBSCRIPTIONS = {
  data: [],
  next: null,
  previous: null,
  totalCount: 0,
  totalCountCapped: false,
};

/** Whether the filter names a context; an empty key is no context. */
export function isOfContexts(contextKeys: readonly string[] | undefined): boolean {
  return contextKeys?.some((key) => key !== "") === true;
}
