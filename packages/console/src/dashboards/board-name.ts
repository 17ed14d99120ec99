/** The service's name for the default dashboard while it has no other. */
const unnamed = 'Dashboard'

/** The name of a board; of the default one, if it has none, in the user's language. */
export const boardName = ({ name, isDefault }: { name: string; isDefault: boolean }, usual: string): string =>
  isDefault && name === unnamed ? usual : name
