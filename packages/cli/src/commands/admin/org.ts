import { createOrg, listOrgs, setOrg } from '@busbar/cloud/admin'
import { command, type Group, UsageError } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { choiceOf, requiredFlag } from '../../values.ts'
import { importConfigCommand } from './org-import-config.ts'
import { exportReadingsCommand, importReadingsCommand } from './org-readings.ts'
import { exportCommand, importCommand } from './org-transfer.ts'
import { admin, installationFlags, limitOf, orgIdOf } from './place.ts'

const nameOf = (text: string): string => {
  if (text.length > 200) throw new UsageError('--name takes at most 200 characters')
  return text.trim()
}

export const org: Group = {
  summary: 'organizations: create, list, set limits, export, import',
  commands: {
    create: command({
      summary: 'create an organization',
      flags: {
        name: { value: 'NAME', about: 'name of the organization' },
        quota: { value: 'N|none', about: 'maximum number of enabled devices (none)' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const name = nameOf(requiredFlag('name', flags.name))
        const deviceQuota = limitOf('quota', flags.quota ?? 'none')
        const id = await admin(flags, (opened) => createOrg(opened, { name, deviceQuota }))
        print(
          `Organization ${id}, ${name}, is created. It has no members yet: busbar admin user create --org ${id} ...`,
        )
      },
    }),
    list: command({
      summary: 'list organizations',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listOrgs)).map((one) => [
          String(one.id),
          one.name,
          String(one.members),
          `${one.enabledDevices} of ${one.deviceQuota ?? 'any'}`,
          one.isSmsOff ? 'off' : 'on',
        ])
        for (const line of tableLines([['id', 'name', 'members', 'devices', 'SMS'], ...rows])) print(line)
      },
    }),
    set: command({
      summary: 'rename an organization, set its device quota, switch SMS off or on',
      flags: {
        org: { value: 'ID', about: 'the organization' },
        name: { value: 'NAME', about: 'new name' },
        quota: { value: 'N|none', about: 'maximum number of enabled devices; enabled ones stay enabled' },
        sms: { value: 'on|off', about: 'whether it may send SMS' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const id = orgIdOf(requiredFlag('org', flags.org))
        const changes = {
          ...(flags.name !== undefined && { name: nameOf(requiredFlag('name', flags.name)) }),
          ...(flags.quota !== undefined && { deviceQuota: limitOf('quota', flags.quota) }),
          ...(flags.sms !== undefined && { isSmsOff: choiceOf('sms', flags.sms, ['on', 'off']) === 'off' }),
        }
        if (Object.keys(changes).length === 0) throw new UsageError('nothing to set: give --name, --quota or --sms')
        await admin(flags, (opened) => setOrg(opened, id, changes))
        print(`Organization ${id} is changed.`)
      },
    }),
    export: exportCommand,
    import: importCommand,
    'import-config': importConfigCommand,
    'import-readings': importReadingsCommand,
    'export-readings': exportReadingsCommand,
  },
}
