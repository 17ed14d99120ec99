import type { z } from 'zod'

/** `unknown` key or field, `level` too low, a `value` that does not fit, too many changes at once. */
export type ProblemKind = 'unknown' | 'level' | 'value' | 'busy'

/** Rejects a settings request. The message names the field and never contains its value. */
export class SettingsProblem extends Error {
  override name = 'SettingsProblem'
  readonly kind: ProblemKind

  constructor(kind: ProblemKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const issuesMax = 3
const nameLengthMax = 40

/** Formats the first problem of a schema: `serial.baudRate: must be 75 to 230400`. */
export const problemOf = (issues: readonly z.core.$ZodIssue[], below: readonly string[] = []): SettingsProblem => {
  const messages = issues.flatMap((issue) => {
    const path = [...below, ...issue.path].join('.')
    if (issue.code !== 'unrecognized_keys') return [`${path === '' ? 'settings' : path}: ${issue.message}`]
    return issue.keys.map((key) => `${path === '' ? '' : `${path}.`}${key.slice(0, nameLengthMax)}: is not known`)
  })
  const isUnknown = issues.some(({ code }) => code === 'unrecognized_keys')
  return new SettingsProblem(isUnknown ? 'unknown' : 'value', messages.slice(0, issuesMax).join('; '))
}
