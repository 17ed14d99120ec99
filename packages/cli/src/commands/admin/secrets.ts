import { dropSealed, listSealed, rotateKey } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { requiredFlag } from '../../values.ts'
import { admin, installationFlags } from './place.ts'

export const secrets: Group = {
  summary: 'secrets that are sealed in the database: list, seal under a new key, drop what nobody can open',
  commands: {
    list: command({
      summary: 'list what is sealed, and whether the key file opens it',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listSealed)).map(({ shown, keyId, isOpen }) => [
          isOpen ? 'yes' : 'NO',
          keyId,
          shown,
        ])
        for (const line of tableLines([['opens', 'key', 'what'], ...rows])) print(line)
      },
    }),
    rotate: command({
      summary: 'seal everything under a new key; the service may run meanwhile',
      about: `The new key is added to the key file, behind the old ones, which backups that were made before still need. Where somebody has
added a line already (openssl rand -base64 32 >> FILE), that key is taken: so it goes where the file cannot be written from here. Every node needs it.`,
      flags: {
        'forget-old': { about: 'remove the old keys from the file: older backups lose their secrets' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const done = await admin(flags, (opened) => rotateKey(opened, { forgetOld: flags['forget-old'] === true }))
        print(`Sealed under the key ${done.keyId}: ${done.count}. Copy the key file again to where you keep it.`)
        for (const one of done.locked) print(`Could not be opened, and stays as it was: ${one}.`)
      },
    }),
    drop: command({
      summary: 'remove secrets that the key file does not open, where the key is lost for good',
      about:
        'Passwords are then to be entered anew, gateways to be activated anew, and receivers of webhooks need the new secret.',
      flags: { key: { value: 'ID', about: 'the key that is lost, as "secrets list" names it' }, ...installationFlags },
      async run(flags, { print }) {
        const keyId = requiredFlag('key', flags.key)
        const dropped = await admin(flags, (opened) => dropSealed(opened, keyId))
        for (const one of dropped) print(`Dropped: ${one}.`)
        print(
          dropped.length === 0
            ? 'Nothing that was sealed under it is locked; nothing is dropped.'
            : 'Start the service again.',
        )
      },
    }),
  },
}
