/** The texts of the variants of a step. */
export const words = {
  what: "The first variant whose conditions hold is sent in place of the step's content. Without one that fits, the content is sent.",
  none: "No variants: all subscribers get the content of the step.",
  add: "Add a variant",
  name: "Name of the variant",
  conditions: "Sent if",
  unconditional: "Sent always",
  always:
    "Add a condition: without one, this variant is sent in place of the content and of the variants below.",
  content: "Content of the variant",
  most: "A step has at most 20 variants.",
} as const;

export const variantName = (at: number): string => `Variant ${at + 1}`;
