import { createNotification, deleteNotification, listNotifications } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { requiredFlag, uuidOf } from '../../values.ts'
import { admin, installationFlags } from './place.ts'

const charsMax = 2000

const textOf = (flag: string, text: string): string => {
  if (text.length > charsMax) throw new UsageError(`--${flag} takes at most ${charsMax} characters`)
  return text
}

export const notification: Group = {
  summary: 'messages to all users: create, list, delete',
  commands: {
    create: command({
      summary: 'show a message to every user until the user dismisses it',
      flags: {
        en: { value: 'TEXT', about: 'the message in English' },
        pl: { value: 'TEXT', about: 'in Polish' },
        ru: { value: 'TEXT', about: 'in Russian' },
        uk: { value: 'TEXT', about: 'in Ukrainian' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const { pl, ru, uk } = flags
        const others = Object.entries({ pl, ru, uk }).filter((pair): pair is [string, string] => pair[1] !== undefined)
        const all: [string, string][] = [['en', requiredFlag('en', flags.en)], ...others]
        const texts = Object.fromEntries(all.map(([lang, text]) => [lang, textOf(lang, text)]))
        print(`Notification ${await admin(flags, (opened) => createNotification(opened, texts))} is created.`)
      },
    }),
    list: command({
      summary: 'list messages',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listNotifications)).map((one) => [
          one.id,
          one.createdOn.toISOString(),
          String(one.dismissals),
          one.texts['en'] ?? '',
        ])
        for (const line of tableLines([['id', 'made on', 'dismissed', 'text'], ...rows])) print(line)
      },
    }),
    delete: command({
      summary: 'delete a message',
      flags: { id: { value: 'UUID', about: 'the notification' }, ...installationFlags },
      async run(flags, { print }) {
        const id = uuidOf('id', requiredFlag('id', flags.id))
        await admin(flags, (opened) => deleteNotification(opened, id))
        print(`Notification ${id} is deleted.`)
      },
    }),
  },
}
