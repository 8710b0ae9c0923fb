/** All sentences about texts with Liquid. */
export const words = {
  didYouMean: "Did you mean",
  replace: (wrong: string, right: string) => `Replace ${wrong} by ${right}`,
  suggestions: "Suggestions",
} as const;

/** The tags of Liquid that are suggested, each with a sentence. */
export const tagSentences: Readonly<Record<string, string>> = {
  if: "Shows what follows if a condition is true.",
  elsif: "Another condition, if the ones before are not true.",
  else: "Shows what follows in all other cases.",
  endif: "Ends if.",
  unless: "Shows what follows if a condition is not true.",
  endunless: "Ends unless.",
  case: "Compares a value with several others, each by when.",
  when: "Shows what follows if the value of case is this one.",
  endcase: "Ends case.",
  for: "Repeats what follows for each item of a list.",
  endfor: "Ends for.",
  break: "Ends the loop.",
  continue: "Goes on with the next item of the loop.",
  assign: "Gives a value a name.",
  capture: "Gives what follows a name instead of showing it.",
  endcapture: "Ends capture.",
  comment: "Leaves out what follows.",
  endcomment: "Ends comment.",
  raw: "Shows what follows as it is, without Liquid.",
  endraw: "Ends raw.",
};
