import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { settingsDescription } from '../../settings/description.ts'
import { onCard } from '../card/on-card.ts'
import { onDisk } from '../on-disk.ts'
import { onSettings } from './on-settings.ts'
import type { settings } from './settings.contract.ts'

const fileBytesMax = 65_536

const both: Handlers<typeof settings.A & typeof settings.B, Call> = {
  active: ({ settings: store, level }, { keys }) => onSettings(() => store.get('active', keys, level)),

  saved: ({ settings: store, level }, { keys }) => onSettings(() => store.get('saved', keys, level)),

  async set({ settings: store, level }, changes) {
    await onSettings(() => store.set(changes, level))
    return {}
  },

  async export({ settings: store, card }, { filename }) {
    await onCard(() => card.writeFile(`/${filename}`, Buffer.from(store.exportText())))
    return {}
  },

  async import({ settings: store, card, log }, { filename }) {
    const text = await onCard(() => card.readText(`/${filename}`, fileBytesMax))
    const { notCarried } = await onSettings(() => store.importText(text))
    if (notCarried.length > 0) log.warn({ notCarried }, 'secrets of another gateway were not imported')
    return {}
  },

  schema: ({ variant, level }) => settingsDescription(variant, level),

  async reset({ settings: store, taskBroker }) {
    await onSettings(() => store.reset())
    // The next owner of the box has no use for its password there.
    if (!taskBroker.isFixed && taskBroker.settings !== null) await onDisk(() => taskBroker.choose(null))
    return {}
  },
}

export const settingsHandlers = { A: both, B: both }
