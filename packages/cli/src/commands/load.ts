import type { Command, Commands, Group } from '../command.ts'
import { summaries } from './summaries.ts'

type Name = keyof typeof summaries

const loaders: Readonly<Record<Name, () => Promise<Command | Group>>> = {
  demo: async () => (await import('./demo.ts')).demo,
  cloud: async () => (await import('./cloud.ts')).cloud,
  gateway: async () => (await import('./gateway-with-panel.ts')).gateway,
  admin: async () => (await import('./admin.ts')).admin,
  simulate: async () => (await import('./simulate.ts')).simulate,
}

const isName = (word: string): word is Name => Object.hasOwn(loaders, word)

/** For a word that names no command all that can be done is to list them. */
const listed: Commands = Object.fromEntries(
  Object.entries(summaries).map(([name, summary]) => [name, { summary, commands: {} }]),
)

/** The command that the first word names, and no other: their code would be half of the start, and on small boxes of the memory. */
export const loadCommands = async ([word = '']: readonly string[]): Promise<Commands> =>
  isName(word) ? { [word]: await loaders[word]() } : listed
