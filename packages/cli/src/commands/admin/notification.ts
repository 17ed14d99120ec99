import { createNotification, deleteNotification, listNotifications } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { neededOf, uuidOf } from '../../values.ts'
import { admin, placeFlags } from './place.ts'

const charsMax = 2000

const textOf = (flag: string, text: string): string => {
  if (text.length > charsMax) throw new UsageError(`--${flag} takes at most ${charsMax} characters`)
  return text
}

export const notification: Group = {
  summary: 'messages to all users: make, list, delete',
  commands: {
    create: command({
      summary: 'show a message to every user until the user dismisses it',
      flags: {
        en: { value: 'TEXT', about: 'the message in English' },
        pl: { value: 'TEXT', about: 'in Polish' },
        ru: { value: 'TEXT', about: 'in Russian' },
        uk: { value: 'TEXT', about: 'in Ukrainian' },
        ...placeFlags,
      },
      async run(given, { say }) {
        const { pl, ru, uk } = given
        const others = Object.entries({ pl, ru, uk }).filter((pair): pair is [string, string] => pair[1] !== undefined)
        const all: [string, string][] = [['en', neededOf('en', given.en)], ...others]
        const texts = Object.fromEntries(all.map(([lang, text]) => [lang, textOf(lang, text)]))
        say(`Notification ${await admin(given, (opened) => createNotification(opened, texts))} is made.`)
      },
    }),
    list: command({
      summary: 'list messages',
      flags: placeFlags,
      async run(given, { say }) {
        const rows = (await admin(given, listNotifications)).map((one) => [
          one.id,
          one.createdOn.toISOString(),
          String(one.dismissals),
          one.texts['en'] ?? '',
        ])
        for (const line of tableLines([['id', 'made on', 'dismissed', 'text'], ...rows])) say(line)
      },
    }),
    delete: command({
      summary: 'take a message back',
      flags: { id: { value: 'UUID', about: 'which one' }, ...placeFlags },
      async run(given, { say }) {
        const id = uuidOf('id', neededOf('id', given.id))
        await admin(given, (opened) => deleteNotification(opened, id))
        say(`Notification ${id} is deleted.`)
      },
    }),
  },
}
