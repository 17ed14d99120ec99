import type { FirstTexts } from '../texts.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const first: FirstTexts = { common, errors, shell, signIn }
