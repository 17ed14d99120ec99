import { setting, settingsReader } from '@busbar/kit/program'
import { z } from 'zod'
import { boxConfPath } from './box-conf.ts'

export const folder = z.string().min(1, 'a folder')
const releaseKeyFolders = '/usr/share/busbar-gateway/release-keys,/etc/busbar-gateway/release-keys'

/** Program options that the gateway shares with the root helper, which reads them from the same variables. */
export const helperSettings = {
  card: setting({
    value: 'DIR',
    about: 'folder used as the memory card (default: the card of box.conf, if any)',
    schema: folder.optional(),
  }),
  box: setting({
    value: 'FILE',
    about: `file with the parts of this box assigned to the gateway, written by busbar-gateway-setup (${boxConfPath})`,
    schema: z.string().min(1, 'a file').prefault(boxConfPath),
  }),
  'release-keys': setting({
    value: 'DIRS',
    about: `comma-separated folders with the public keys (PEM) that may sign releases (${releaseKeyFolders})`,
    schema: z
      .string()
      .transform((text) => text.split(',').filter((one) => one !== ''))
      .prefault(releaseKeyFolders),
  }),
  releases: setting({
    value: 'DIR',
    about: 'folder of installed releases (/var/lib/busbar-gateway-releases)',
    schema: folder.prefault('/var/lib/busbar-gateway-releases'),
  }),
}

/** Reads the helper's options; the other variables of the gateway are not its concern. */
export const { read: readHelperSettings } = settingsReader(helperSettings, 'BUSBAR_GATEWAY_', /^BUSBAR_GATEWAY_/)
