/** As the service calls the default dashboard while nobody has named it. */
const unnamed = 'Dashboard'

/** The name of a board; of the default one, if nobody has named it, in the user's language. */
export const boardName = ({ name, isDefault }: { name: string; isDefault: boolean }, usual: string): string =>
  isDefault && name === unnamed ? usual : name
