/** The flag that takes the file of a secret. */
export const secretFileFlag = (name: string) =>
  ({ value: 'FILE', about: `a file that has what --${name} takes` }) as const
