import { dropSealed, listSealed, rotateKey } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { neededOf } from '../../values.ts'
import { admin, placeFlags } from './place.ts'

export const secrets: Group = {
  summary: 'secrets that are sealed in the database: list, seal under a new key, drop what nobody can open',
  commands: {
    list: command({
      summary: 'list what is sealed, and whether the key file opens it',
      flags: placeFlags,
      async run(given, { say }) {
        const rows = (await admin(given, listSealed)).map(({ shown, keyId, isOpen }) => [
          isOpen ? 'yes' : 'NO',
          keyId,
          shown,
        ])
        for (const line of tableLines([['opens', 'key', 'what'], ...rows])) say(line)
      },
    }),
    rotate: command({
      summary: 'seal everything under a new key; the service may run meanwhile',
      about: `The new key is added to the key file, behind the old ones, which backups that were made before still need. Where somebody has
added a line already (openssl rand -base64 32 >> FILE), that key is taken: so it goes where the file cannot be written from here. Every node needs it.`,
      flags: {
        'forget-old': { about: 'remove the old keys from the file: older backups lose their secrets' },
        ...placeFlags,
      },
      async run(given, { say }) {
        const done = await admin(given, (opened) => rotateKey(opened, { forgetOld: given['forget-old'] === true }))
        say(`Sealed under the key ${done.keyId}: ${done.count}. Copy the key file again to where you keep it.`)
        for (const one of done.locked) say(`Could not be opened, and stays as it was: ${one}.`)
      },
    }),
    drop: command({
      summary: 'remove secrets that the key file does not open, where the key is lost for good',
      about:
        'Passwords are then to be entered anew, gateways to be activated anew, and receivers of webhooks need the new secret.',
      flags: { key: { value: 'ID', about: 'the key that is lost, as "secrets list" names it' }, ...placeFlags },
      async run(given, { say }) {
        const keyId = neededOf('key', given.key)
        const dropped = await admin(given, (opened) => dropSealed(opened, keyId))
        for (const one of dropped) say(`Dropped: ${one}.`)
        say(
          dropped.length === 0
            ? 'Nothing that was sealed under it is locked; nothing is dropped.'
            : 'Start the service again.',
        )
      },
    }),
  },
}
