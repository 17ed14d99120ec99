import { addFirmware } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { requiredArg, requiredFlag } from '../../values.ts'

export const firmware: Group = {
  summary: 'releases for gateways: take them over',
  commands: {
    add: command({
      summary: 'put signed releases into the folder that the service serves',
      about:
        'Signature and sums are checked first, and a manifest that is older than the one there is refused. The service signs nothing: `npm run release` does, with a key that it never sees. Gateways find them at /firmware/gateway/ of the service (their setting firmware.url).',
      flags: {
        folder: { value: 'FOLDER', about: 'what "npm run release" wrote', isWord: true },
        firmware: { value: 'DIR', about: 'the folder that is served: --firmware of the service' },
        'release-keys': { value: 'DIR', about: 'the folder with the public keys (PEM) that may sign' },
      },
      async run(flags, { print }) {
        const folder = requiredArg('FOLDER', flags.folder)
        const releases = await addFirmware(
          folder,
          requiredFlag('firmware', flags.firmware),
          requiredFlag('release-keys', flags['release-keys']),
        )
        for (const { version, arch, file } of releases) print(`${file}: version ${version} for ${arch}`)
      },
    }),
  },
}
