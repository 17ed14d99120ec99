import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Box, missing, startBox } from './bed.ts'
import { Administrator, askHelper, install, makePackage, until } from './packaged.ts'

const confirmSec = 30
const fixed = { dhcpEnable: false, ip: '10.77.0.50', mask: '255.255.255.0', gate: '10.77.0.1', dnssGateEnable: false }
const wrong = { ...fixed, ip: '192.0.2.9', gate: '192.0.2.1', macManualEnable: true, macManual: '02:00:00:00:00:99' }

interface Manager {
  readonly programs: readonly string[]
  readonly begin: (box: Box) => Promise<unknown>
  readonly restart: string
  /** Folder of stored data. */
  readonly kept: string
}

const managers: Readonly<Record<string, Manager>> = {
  'systemd-networkd': {
    programs: ['/lib/systemd/systemd-networkd'],
    async begin(box) {
      writeFileSync(box.pathOf('/etc/systemd/network/20-eth0.network'), '[Match]\nName=eth0\n[Network]\nDHCP=ipv4\n')
      await box.run('systemctl', 'start', 'systemd-networkd')
    },
    restart: 'systemd-networkd',
    kept: '/etc/systemd/network/05-busbar-gateway.network',
  },
  NetworkManager: {
    programs: ['/usr/sbin/NetworkManager', '/usr/bin/nmcli'],
    async begin(box) {
      writeFileSync(box.pathOf('/etc/NetworkManager/NetworkManager.conf'), '[main]\nplugins=keyfile\ndns=none\n')
      await box.run('systemctl', 'start', 'NetworkManager')
      await box.run('nmcli', 'device', 'set', 'eth0', 'managed', 'yes')
      await box.run('nmcli', 'connection', 'add', 'type', 'ethernet', 'con-name', 'wired', 'ifname', 'eth0')
    },
    restart: 'NetworkManager',
    kept: '/etc/NetworkManager/system-connections/busbar-gateway',
  },
}

/** A LAN on the other end of a cable, with a DHCP server and a client that may reach the gateway. */
const lan = `set -e
cd /lib/udev/rules.d && ls | grep -v -e 99-systemd.rules | xargs rm -f
systemctl start systemd-udevd dbus
ip netns add lan
ip link add eth0 address 02:00:00:00:00:01 type veth peer name lan0 netns lan
ip -n lan link set lo up
ip -n lan addr add 10.77.0.1/24 dev lan0
ip -n lan addr add 192.0.2.1/24 dev lan0
ip -n lan link set lan0 up
systemd-run --unit=dhcp ip netns exec lan dnsmasq --keep-in-foreground --conf-file=/dev/null --port=0 --interface=lan0 \
  --bind-interfaces --dhcp-range=10.77.0.100,10.77.0.150,2m --dhcp-leasefile=/tmp/leases --log-facility=/tmp/dhcp.log --log-dhcp
`

for (const [name, manager] of Object.entries(managers)) {
  const absent = [...manager.programs, '/usr/sbin/dnsmasq', '/usr/bin/dbus-daemon'].find((path) => !existsSync(path))
  const why = missing() ?? (absent === undefined ? undefined : `there is no ${absent}`)
  describe(`Ethernet by ${name}`, { skip: why ?? false, timeout: 600_000 }, () => {
    const work = mkdtempSync(join(tmpdir(), 'busbar-ethernet-'))
    let box: Box
    let admin: Administrator
    let leased = ''

    before(async () => {
      const { deb } = makePackage(work, generateKeyPairSync('ed25519').publicKey)
      box = await startBox()
      await box.run('sh', '-c', lan)
      await manager.begin(box)
      await until('a lease', async () => (leased = await address()) !== '')
      await install(box, deb)
      const options = `BUSBAR_GATEWAY_HTTP=0.0.0.0\nBUSBAR_GATEWAY_NETWORK_CONFIRM=${confirmSec}\n`
      writeFileSync(box.pathOf('/etc/default/busbar-gateway'), options)
      await box.run('systemctl', 'restart', 'busbar-gateway')
      admin = new Administrator(box, { url: `http://${leased}`, via: ['ip', 'netns', 'exec', 'lan'] })
      await until('the API', async () => (await admin.post('cmd/nothing/')).status === 404)
    })
    after(async () => {
      await box.stop()
      rmSync(work, { recursive: true })
    })

    const link = async (): Promise<{ address: string; addr_info: { local: string; family: string }[] }> =>
      JSON.parse(await box.run('ip', '-j', 'addr', 'show', 'eth0'))[0]
    const address = async (): Promise<string> =>
      (await link()).addr_info.find(({ family }) => family === 'inet')?.local ?? ''
    const mac = async (): Promise<string> => (await link()).address
    const has = (what: string, wanted: string, seconds = 30): Promise<number> =>
      until(what, async () => (await address()) === wanted, seconds)
    /** Written and counting: as by a person who then loses the way to the box. */
    const set = async (ethernet: object): Promise<void> => {
      const { status, body } = await admin.post('settings/saved/set/', { ethernet })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await admin.post('cmd/reboot/', { rebootSec: 0 })).status, 200)
    }
    const areOther = async (): Promise<unknown> => {
      const { settings } = (await admin.get('state/get/?settings')) as { settings: { isUserModified: boolean } }
      return settings.isUserModified
    }

    test('an interface is adopted, and nothing of it changes', async () => {
      assert.match(await box.run('sh', '-c', 'echo y | busbar-gateway-setup ethernet eth0'), /are those of eth0/)
      await until('the API', async () => (await admin.post('cmd/nothing/')).status === 404)
      assert.equal(await areOther(), false)
      assert.equal(await address(), leased)
      const { ethernet } = (await admin.get('settings/active/get/?ethernet')) as { ethernet: { dhcpEnable: boolean } }
      assert.equal(ethernet.dhcpEnable, true)
    })

    test('rolls back unconfirmed settings including the MAC, even when programs have crashed', async (t) => {
      await set(wrong)
      await has('the wrong address', wrong.ip)
      assert.equal(await mac(), wrong.macManual)
      await box
        .run('systemctl', 'kill', '--kill-whom=main', '-s', 'KILL', 'busbar-gateway-root.service')
        .catch(() => '')
      await box.run('systemctl', 'kill', '--kill-whom=main', '-s', 'KILL', 'busbar-gateway.service')
      const tookMs = await until('DHCP again', async () => (await address()).startsWith('10.77.0.'), confirmSec + 30)
      t.diagnostic(`back after ${(tookMs / 1000).toFixed(1)} s`)
      await until('the MAC', async () => (await mac()) === '02:00:00:00:00:01')
      leased = await address()
      admin.at(`http://${leased}`)
      await until('the API', async () => (await admin.post('cmd/nothing/')).status === 404)
      assert.equal(await areOther(), true)
      assert.equal(existsSync(box.pathOf(manager.kept)), false)
    })

    test('keeps settings when a client connects with them, across a restart of both programs', async () => {
      // NetworkManager chooses another for each connection.
      const ipv6 = async (): Promise<number> =>
        (await link()).addr_info.filter(({ family }) => family === 'inet6').length
      const before6 = await ipv6()
      await set({ ...fixed, macManualEnable: false })
      await has('the address', fixed.ip)
      admin.at(`http://${fixed.ip}`)
      await until('confirmed', async () => (await areOther().catch(() => true)) === false)
      await until('kept', async () => {
        const found = await box.run('sh', '-c', `ls ${manager.kept}*`).catch(() => '')
        return found !== ''
      })
      await box.run('systemctl', 'restart', manager.restart)
      await box.run('systemctl', 'restart', 'busbar-gateway')
      await has('the address after a restart', fixed.ip)
      await until('the API', async () => (await admin.post('cmd/nothing/')).status === 404)
      assert.equal(await ipv6(), before6)
      assert.match(await box.run('ip', 'route', 'show', 'default'), /via 10\.77\.0\.1 dev eth0/)
    })

    test('a power cut in a trial forgets it, and no second one begins', async (t) => {
      if (name === 'NetworkManager') return t.skip('what it tries is in its memory alone')
      await set({ ...wrong, ip: '192.0.2.10' })
      await has('the wrong address', '192.0.2.10')
      // State after a power cut: the disk unchanged, /run empty, the interface unconfigured.
      await box
        .run(
          'systemctl',
          'kill',
          '--kill-whom=main',
          '-s',
          'KILL',
          'busbar-gateway.service',
          'busbar-gateway-root.service',
        )
        .catch(() => '')
      await box.run('systemctl', 'stop', 'busbar-gateway', 'busbar-gateway-ethernet-revert.timer', manager.restart)
      await box.run('rm', '-rf', '/run/systemd/network', '/run/systemd/netif', '/run/busbar-gateway-root')
      await box.run('ip', 'addr', 'flush', 'dev', 'eth0')
      await box.run('ip', 'link', 'set', 'eth0', 'down', 'address', '02:00:00:00:00:01')
      await box.run('systemctl', 'start', manager.restart, 'busbar-gateway')
      await has('the address that was kept', fixed.ip)
      await until('the API', async () => (await admin.post('cmd/nothing/')).status === 404)
      assert.deepEqual([await areOther(), await address()], [true, fixed.ip])
    })

    test('back to DHCP, and a lease is renewed when it is asked for', async (t) => {
      await set({ dhcpEnable: true, macManualEnable: false })
      await until('a lease', async () => /^10\.77\.0\.1\d\d$/.test(await address()))
      admin.at(`http://${await address()}`)
      await until('confirmed', async () => (await areOther().catch(() => true)) === false)
      const requests = (): number => readFileSync(box.pathOf('/tmp/dhcp.log'), 'utf8').split('DHCPREQUEST(').length
      const askedBefore = requests()
      const reply = await askHelper(box, 'busbar-gateway', { verb: 'ethernet-renew', isRenewed: true, dns: [] })
      assert.equal(reply, '{}')
      if (name === 'NetworkManager') return t.diagnostic('it renews by its own clock')
      await until('a request', async () => requests() > askedBefore)
    })

    test('refuses to change an interface that is not assigned to the gateway', async () => {
      writeFileSync(box.pathOf('/etc/busbar-gateway/box.conf'), '')
      const request = { verb: 'ethernet-keep' }
      assert.match(await askHelper(box, 'busbar-gateway', request), /no assigned interface/)
      assert.equal(await askHelper(box, 'nobody', request), 'EACCES')
    })
  })
}
