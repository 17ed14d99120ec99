import { cardFolder, cardMountUnit } from '../card-mount.ts'
import { boxConfWith, type Change, choose, offer, refuse, type SetupTools } from './tools.ts'

/** A file system as `lsblk` reports it. */
interface FileSystem {
  readonly path: string
  readonly uuid: string | null
  readonly fstype: string | null
  readonly size: string
  readonly label: string | null
  readonly mountpoints: readonly (string | null)[]
  readonly children?: readonly FileSystem[]
}

const unitPath = `/etc/systemd/system/${cardMountUnit}`
const rulePath = '/etc/udev/rules.d/85-busbar-gateway-card.rules'

/** Mount options that prevent files of the card from gaining rights. */
const common = 'nosuid,nodev,noexec,noatime'
const optionsOf: Readonly<Record<string, (user: { uid: string; gid: string }) => string>> = {
  vfat: ({ uid, gid }) => `${common},uid=${uid},gid=${gid},umask=0077,utf8,flush`,
  exfat: ({ uid, gid }) => `${common},uid=${uid},gid=${gid},umask=0077`,
  ext4: () => `${common},errors=remount-ro`,
}

/** `device` is a path in `/dev`, `none`, or undefined to ask. */
export const setUpCard = async (tools: SetupTools, device?: string): Promise<void> => {
  if (device === 'none') return leaveCard(tools)
  const found = (await fileSystems(tools)).filter(({ uuid, fstype }) => uuid !== null && fstype !== null)
  const usable = found.filter(({ fstype, mountpoints }) => (fstype ?? '') in optionsOf && !isSystems(mountpoints))
  if (device === undefined && usable.length === 0) return tools.print('There is no card that could be used.')
  const about = ({ fstype, size, label }: FileSystem): string => [fstype, size, label].filter(Boolean).join(' ')
  const card =
    device === undefined
      ? await choose(tools, 'The card', usable, ({ path }) => path, about)
      : (usable.find(({ path }) => path === device) ??
        refuse(`${device} is no file system (FAT, exFAT, ext4) that the system does not use itself`))
  if (card === undefined) return
  const uuid = card.uuid ?? refuse(`${card.path} has no UUID`)
  const [uid, gid] = [await idOf(tools, '-u'), await idOf(tools, '-g')]
  const type = card.fstype ?? ''
  const change: Change = {
    ...boxConfWith(tools, 'card', `UUID=${uuid}`),
    [unitPath]: mountUnit(uuid, type, optionsOf[type]?.({ uid, gid }) ?? common),
    [rulePath]: rule(uuid),
  }
  if (!(await offer(tools, change))) return
  await tools.run('systemctl', 'daemon-reload')
  await tools.run('udevadm', 'control', '--reload')
  await tools.run('systemctl', 'start', cardMountUnit)
  // FAT has no owners; elsewhere the gateway must be the one of the card.
  if (type === 'ext4') await tools.run('chown', `${uid}:${gid}`, cardFolder)
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(`The gateway has ${card.path} as its card.`)
}

const leaveCard = async (tools: SetupTools): Promise<void> => {
  if (!(await offer(tools, { ...boxConfWith(tools, 'card', ''), [unitPath]: null, [rulePath]: null }))) return
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  await tools.run('systemctl', 'stop', cardMountUnit)
  await tools.run('systemctl', 'daemon-reload')
  await tools.run('udevadm', 'control', '--reload')
  tools.print('The gateway has no card any more.')
}

/** The system's own disks are no card. */
const isSystems = (mountPoints: FileSystem['mountpoints']): boolean =>
  mountPoints.some(
    (mountPoint) => mountPoint !== null && mountPoint !== cardFolder && !/^\/(media|mnt|run\/media)\//.test(mountPoint),
  )

const fileSystems = async (tools: SetupTools): Promise<FileSystem[]> => {
  const text = await tools.run('lsblk', '--json', '--output', 'PATH,UUID,FSTYPE,SIZE,LABEL,MOUNTPOINTS')
  const { blockdevices } = JSON.parse(text) as { blockdevices: FileSystem[] }
  const flat = (one: FileSystem): FileSystem[] => [one, ...(one.children ?? []).flatMap(flat)]
  return blockdevices.flatMap(flat)
}

const idOf = async (tools: SetupTools, flag: string): Promise<string> => {
  const id = (await tools.run('id', flag, 'busbar-gateway')).trim()
  return /^\d+$/.test(id) ? id : refuse('there is no user busbar-gateway: is the package installed?')
}

const mountUnit = (uuid: string, type: string, options: string): string => `[Unit]
Description=Memory card of the Busbar field gateway
DefaultDependencies=no
Conflicts=umount.target
Before=umount.target
# The folder above it is the gateway's.
After=systemd-tmpfiles-setup.service
Wants=systemd-fsck@dev-disk-by\\x2duuid-${uuid.replaceAll('-', '\\x2d')}.service
After=systemd-fsck@dev-disk-by\\x2duuid-${uuid.replaceAll('-', '\\x2d')}.service

[Mount]
What=/dev/disk/by-uuid/${uuid}
Where=${cardFolder}
Type=${type}
Options=${options}
TimeoutSec=30
`

/** The card is mounted when it is put in. */
const rule = (uuid: string): string =>
  `SUBSYSTEM=="block", ACTION!="remove", ENV{ID_FS_UUID}=="${uuid}", TAG+="systemd", ENV{SYSTEMD_WANTS}+="${cardMountUnit}"\n`
