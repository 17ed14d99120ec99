/** A text with its arguments in their places. */
export const filled = (text: string, args: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => args[name] ?? whole)
