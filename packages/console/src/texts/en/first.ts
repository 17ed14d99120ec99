import { common } from './common.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** What the form to sign in says, and what every page says: it comes with the page, long before the rest. */
export const first = { common, errors, shell, signIn }
