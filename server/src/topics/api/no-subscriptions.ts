/** A subscription is made in no context and holds in every one: of those made in some context there is none. */
export const NO_SUBSCRIPTIONS = {
  data: [],
  next: null,
  previous: null,
  totalCount: 0,
  totalCountCapped: false,
};

export function isOfContexts(contextKeys: readonly string[] | undefined): boolean {
  return contextKeys?.some((key) => key !== "") === true;
}
