import type { Command, Commands, Group } from '../command.ts'

const alone: Readonly<Record<string, () => Promise<Command | Group>>> = {
  demo: async () => (await import('./demo.ts')).demo,
  cloud: async () => (await import('./cloud.ts')).cloud,
  gateway: async () => (await import('./gateway.ts')).gateway,
  admin: async () => (await import('./admin.ts')).admin,
  simulate: async () => (await import('./simulate.ts')).simulate,
}

/** The command that the first word names, or all: what only the others need would be half of the start, and on small boxes of the memory. */
export const loadCommands = async ([word = '']: readonly string[]): Promise<Commands> => {
  const one = Object.hasOwn(alone, word) ? await alone[word]?.() : undefined
  return one === undefined ? (await import('./index.ts')).commands : { [word]: one }
}
