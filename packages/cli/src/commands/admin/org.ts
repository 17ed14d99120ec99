import { createOrg, listOrgs, setOrg } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { neededOf, wordOf } from '../../values.ts'
import { importConfigCommand } from './org-import-config.ts'
import { exportReadingsCommand, importReadingsCommand } from './org-readings.ts'
import { exportCommand, importCommand } from './org-transfer.ts'
import { admin, limitOf, orgIdOf, placeFlags } from './place.ts'

const nameOf = (text: string): string => {
  if (text.length > 200) throw new UsageError('--name takes at most 200 characters')
  return text.trim()
}

export const org: Group = {
  summary: 'organizations: make, list, set limits, export, import',
  commands: {
    create: command({
      summary: 'make an organization',
      flags: {
        name: { value: 'NAME', about: 'what it is called' },
        quota: { value: 'N|none', about: 'enabled devices at most (none)' },
        ...placeFlags,
      },
      async run(given, { say }) {
        const name = nameOf(neededOf('name', given.name))
        const deviceQuota = limitOf('quota', given.quota ?? 'none')
        const id = await admin(given, (opened) => createOrg(opened, { name, deviceQuota }))
        say(`Organization ${id}, ${name}, is made. It has no members yet: busbar admin user create --org ${id} ...`)
      },
    }),
    list: command({
      summary: 'list organizations',
      flags: placeFlags,
      async run(given, { say }) {
        const rows = (await admin(given, listOrgs)).map((one) => [
          String(one.id),
          one.name,
          String(one.members),
          `${one.enabledDevices} of ${one.deviceQuota ?? 'any'}`,
          one.isSmsOff ? 'off' : 'on',
        ])
        for (const line of tableLines([['id', 'name', 'members', 'devices', 'SMS'], ...rows])) say(line)
      },
    }),
    set: command({
      summary: 'rename an organization, set its device quota, switch SMS off or on',
      flags: {
        org: { value: 'ID', about: 'which one' },
        name: { value: 'NAME', about: 'what it is called from now on' },
        quota: { value: 'N|none', about: 'enabled devices at most; those that are enabled stay so' },
        sms: { value: 'on|off', about: 'whether it may send SMS at all' },
        ...placeFlags,
      },
      async run(given, { say }) {
        const id = orgIdOf(neededOf('org', given.org))
        const changes = {
          ...(given.name !== undefined && { name: nameOf(neededOf('name', given.name)) }),
          ...(given.quota !== undefined && { deviceQuota: limitOf('quota', given.quota) }),
          ...(given.sms !== undefined && { isSmsOff: wordOf('sms', given.sms, ['on', 'off']) === 'off' }),
        }
        if (Object.keys(changes).length === 0) throw new UsageError('nothing to set: give --name, --quota or --sms')
        await admin(given, (opened) => setOrg(opened, id, changes))
        say(`Organization ${id} is changed.`)
      },
    }),
    export: exportCommand,
    import: importCommand,
    'import-config': importConfigCommand,
    'import-readings': importReadingsCommand,
    'export-readings': exportReadingsCommand,
  },
}
