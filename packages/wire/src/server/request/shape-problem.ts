import type { z } from 'zod'

const issuesMax = 3
const lengthMax = 300

const describe = (message: string): string =>
  message.endsWith('received undefined') ? 'is missing' : message.slice(0, lengthMax)

/** Returns the problem with the name of the field: `body.enabled: Invalid input: expected boolean, received string`. */
export const shapeProblem = (where: string, issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .slice(0, issuesMax)
    .map(({ path, message }) => `${[where, ...path].join('.').slice(0, lengthMax)}: ${describe(message)}`)
    .join('; ')
