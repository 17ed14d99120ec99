import { createKey, deleteKey, listKeys, roles } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { choiceOf, integerOf, requiredFlag, uuidOf } from '../../values.ts'
import { admin, installationFlags, orgIdOf } from './place.ts'

export const key: Group = {
  summary: 'API keys of programs: create, list, delete',
  commands: {
    create: command({
      summary: 'create an API key for a program; its password is shown once',
      flags: {
        org: { value: 'ID', about: 'the organization' },
        name: { value: 'NAME', about: 'name of the program' },
        role: { value: 'ROLE', about: roles.join(', ') },
        quota: { value: 'N', about: 'requests per minute; 0 means no limit (default of the installation)' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const name = requiredFlag('name', flags.name).trim()
        if (name.length > 200) throw new UsageError('--name takes at most 200 characters')
        const wanted = {
          orgId: orgIdOf(requiredFlag('org', flags.org)),
          name,
          role: choiceOf('role', requiredFlag('role', flags.role), roles),
          quotaPerMinute: flags.quota === undefined ? null : integerOf('quota', flags.quota, 0, 1_000_000),
        }
        const made = await admin(flags, (opened) => createKey(opened, wanted))
        print(`API key:  ${made.apiKey}`)
        print(`Password: ${made.password}  (shown only now)`)
      },
    }),
    list: command({
      summary: 'list API keys',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listKeys)).map((one) => [
          one.apiKey,
          String(one.orgId),
          one.role,
          String(one.quotaPerMinute ?? 'usual'),
          one.lastUsedOn?.toISOString() ?? 'never',
          one.name,
        ])
        for (const line of tableLines([['key', 'org', 'role', 'quota', 'last used', 'name'], ...rows])) print(line)
      },
    }),
    delete: command({
      summary: 'delete an API key; its sessions end at once',
      flags: { key: { value: 'UUID', about: 'the API key' }, ...installationFlags },
      async run(flags, { print }) {
        const apiKey = uuidOf('key', requiredFlag('key', flags.key))
        await admin(flags, (opened) => deleteKey(opened, apiKey))
        print(`API key ${apiKey} is deleted.`)
      },
    }),
  },
}
