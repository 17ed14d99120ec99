import { createKey, deleteKey, listKeys, roles } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { neededOf, uuidOf, wholeOf, wordOf } from '../../values.ts'
import { admin, orgIdOf, placeFlags } from './place.ts'

export const key: Group = {
  summary: 'API keys of programs: make, list, delete',
  commands: {
    create: command({
      summary: 'make an API key for a program; its password is shown once',
      flags: {
        org: { value: 'ID', about: 'the organization' },
        name: { value: 'NAME', about: 'what the program is called' },
        role: { value: 'ROLE', about: roles.join(', ') },
        quota: { value: 'N', about: 'requests a minute; 0 is no limit (the installation\u2019s own)' },
        ...placeFlags,
      },
      async run(given, { say }) {
        const name = neededOf('name', given.name).trim()
        if (name.length > 200) throw new UsageError('--name takes at most 200 characters')
        const wanted = {
          orgId: orgIdOf(neededOf('org', given.org)),
          name,
          role: wordOf('role', neededOf('role', given.role), roles),
          quotaPerMinute: given.quota === undefined ? null : wholeOf('quota', given.quota, 0, 1_000_000),
        }
        const made = await admin(given, (opened) => createKey(opened, wanted))
        say(`API key:  ${made.apiKey}`)
        say(`Password: ${made.password}  (shown only now)`)
      },
    }),
    list: command({
      summary: 'list API keys',
      flags: placeFlags,
      async run(given, { say }) {
        const rows = (await admin(given, listKeys)).map((one) => [
          one.apiKey,
          String(one.orgId),
          one.role,
          String(one.quotaPerMinute ?? 'usual'),
          one.lastUsedOn?.toISOString() ?? 'never',
          one.name,
        ])
        for (const line of tableLines([['key', 'org', 'role', 'quota', 'last used', 'name'], ...rows])) say(line)
      },
    }),
    delete: command({
      summary: 'delete an API key; its sessions end at once',
      flags: { key: { value: 'UUID', about: 'which one' }, ...placeFlags },
      async run(given, { say }) {
        const apiKey = uuidOf('key', neededOf('key', given.key))
        await admin(given, (opened) => deleteKey(opened, apiKey))
        say(`API key ${apiKey} is deleted.`)
      },
    }),
  },
}
