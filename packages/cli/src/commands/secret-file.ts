/** The flag that takes the file of a secret. */
export const secretFileFlag = (name: string) =>
  ({ value: 'FILE', about: `a file with the value of --${name}` }) as const
