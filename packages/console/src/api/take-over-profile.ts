import { language } from '../state/preferences.ts'
import { call } from './ask.ts'

/** Who has chosen a language has it on every device, from signing in on. */
export const takeOverProfile = async (): Promise<void> => {
  const user = await call('sessions', 'user', {}).catch(() => null)
  if (user?.language !== undefined) language.set(user.language)
}
