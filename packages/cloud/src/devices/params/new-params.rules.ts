import { Refusal } from '@busbar/wire/server'
import { assignSlugs } from '../../fields/assign-slugs.rules.ts'
import { shownText, textsOf } from './names.rules.ts'
import { type NewParamFields, newSettings, type ParamSettings, settingsProblem } from './settings.rules.ts'

/** No device has more. */
export const paramsPerDeviceMax = 2000

/**
 * New parameters of a device as they are stored, or a refusal that names the place under `where`. Slugs are made from the label, which
 * is short, and otherwise from the name.
 */
export const newParams = (
  where: string,
  fields: readonly NewParamFields[],
  taken: readonly string[],
): ParamSettings[] => {
  if (taken.length + fields.length > paramsPerDeviceMax) {
    throw new Refusal('IncorrectRequest', `${where}: a device has at most ${paramsPerDeviceMax} parameters`)
  }
  const requests = fields.map(({ slug, label, name }) => ({ slug, name: label ?? shownText(textsOf(name)) }))
  const assigned = assignSlugs(requests, taken)
  if ('takenAt' in assigned) throw new Refusal('IncorrectRequest', `${where}.${assigned.takenAt}.slug: is taken`)
  return fields.map((field, index) => {
    const settings = newSettings(field, assigned.slugs[index] ?? '')
    const problem = settingsProblem(settings)
    if (problem !== null) throw new Refusal('IncorrectRequest', `${where}.${index}: ${problem}`)
    return settings
  })
}
