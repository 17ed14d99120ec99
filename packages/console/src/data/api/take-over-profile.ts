import { chosenZone, language } from '../state/preferences.ts'
import { call } from './call.ts'

/** Who has chosen a language or a time zone has it on every device, from signing in on. */
export const takeOverProfile = async (): Promise<void> => {
  const user = await call('sessions', 'user', {}).catch(() => null)
  if (user?.language !== undefined) language.set(user.language)
  if (user !== null) chosenZone.set(user.timeZone ?? null)
}
