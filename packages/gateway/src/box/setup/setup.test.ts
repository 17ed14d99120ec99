import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testFolder } from '../../testing/folder.ts'
import { ethernetNow } from './ethernet.ts'
import { setUp } from './setup.ts'

const lsblk = {
  blockdevices: [
    {
      path: '/dev/mmcblk0',
      uuid: null,
      fstype: null,
      size: '30G',
      label: null,
      mountpoints: [null],
      children: [
        { path: '/dev/mmcblk0p2', uuid: 'aaaa-bbbb', fstype: 'ext4', size: '29G', label: 'root', mountpoints: ['/'] },
      ],
    },
    { path: '/dev/sda1', uuid: '1234-ABCD', fstype: 'vfat', size: '8G', label: 'CARD', mountpoints: [null] },
    { path: '/dev/sdb1', uuid: 'cc-dd-ee', fstype: 'ext4', size: '8G', label: null, mountpoints: ['/media/pi/x'] },
    { path: '/dev/sdc1', uuid: 'ff-00', fstype: 'ntfs', size: '8G', label: null, mountpoints: [null] },
  ],
}
const ftdi = 'usb-FTDI_FT232R_USB_UART_A10K2X-if00-port0'
const prints: Record<string, string> = {
  lsblk: JSON.stringify(lsblk),
  id: '995\n',
  udevadm: 'DEVNAME=/dev/ttyUSB0\nID_SERIAL=FTDI_FT232R_USB_UART_A10K2X\nID_USB_INTERFACE_NUM=00\n',
}

const addresses = JSON.stringify([
  { ifname: 'lo', addr_info: [{ family: 'inet', local: '127.0.0.1', prefixlen: 8 }] },
  {
    ifname: 'eth0',
    address: '02:00:00:00:00:01',
    addr_info: [{ family: 'inet', local: '10.1.2.3', prefixlen: 20, dynamic: true }],
  },
  { ifname: 'wlan0' },
])

/** A box in a folder, whose owner gives these answers. */
const box = (t: TestContext, ...answers: string[]) => {
  const root = testFolder(t)
  const printed: string[] = []
  const ran: string[] = []
  const adopted: object[] = []
  const put = (path: string, text = ''): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    printed,
    ran,
    adopted,
    put,
    has: (path: string) => existsSync(join(root, path)),
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
    setUp: (...args: string[]) =>
      setUp(
        {
          root,
          now: () => new Date('2026-11-19T12:00:00Z'),
          firstRun: async () => ({ code: null, http: { host: '127.0.0.1', port: 80 }, https: null }),
          adopt: async (ethernet) => {
            if (answers.includes('the gateway is down')) throw new Error('the gateway does not run')
            adopted.push(ethernet)
          },
          print: (line) => void printed.push(line),
          ask: async () => answers.shift() ?? '',
          run: async (program, ...all) => {
            ran.push([program, ...all].join(' '))
            return all.includes('addr') ? addresses : (prints[[program, all.at(-1)].join(' ')] ?? prints[program] ?? '')
          },
        },
        args,
      ),
  }
}

const unit = '/etc/systemd/system/run-busbar\\x2dgateway-card.mount'
const cardRule = '/etc/udev/rules.d/85-busbar-gateway-card.rules'
const conf = '/etc/busbar-gateway/box.conf'

test('a card is chosen of those that the system does not use, shown and mounted', async (t) => {
  const { setUp: run, printed, ran, text, put } = box(t, '1', 'y')
  put(conf, '# mine\nmodem=off\n')
  assert.equal(await run('card'), true)
  assert.deepEqual(printed.slice(0, 2), ['  1  /dev/sda1  vfat 8G CARD', '  2  /dev/sdb1  ext4 8G'])
  assert.equal(text(conf), '# mine\nmodem=off\ncard=UUID=1234-ABCD\n')
  assert.match(text(unit), /^What=\/dev\/disk\/by-uuid\/1234-ABCD$/m)
  assert.match(text(unit), /^Options=nosuid,nodev,noexec,noatime,uid=995,gid=995,umask=0077,utf8,flush$/m)
  assert.match(text(unit), /^Wants=systemd-fsck@dev-disk-by\\x2duuid-1234\\x2dABCD\.service$/m)
  assert.match(text(cardRule), /ENV\{ID_FS_UUID\}=="1234-ABCD", TAG\+="systemd"/)
  assert.deepEqual(ran.slice(-4), [
    'systemctl daemon-reload',
    'udevadm control --reload',
    'systemctl start run-busbar\\x2dgateway-card.mount',
    'systemctl try-restart busbar-gateway.service',
  ])
})

test('a card with owners is given to the gateway; none takes it all away again', async (t) => {
  const { setUp: run, ran, has, text } = box(t, 'yes', 'y')
  await run('card', '/dev/sdb1')
  assert.match(text(unit), /^Options=.*,errors=remount-ro$/m)
  assert.ok(ran.includes('chown 995:995 /run/busbar-gateway/card'))
  await run('card', 'none')
  assert.deepEqual([has(unit), has(cardRule), text(conf)], [false, false, 'card=\n'])
})

test('writes only after confirmation and skips what is already configured', async (t) => {
  const { setUp: run, printed, ran, has } = box(t, 'n', 'y', 'y')
  await run('card', '/dev/sda1')
  assert.ok(printed.includes('Nothing was changed.'))
  assert.equal(has(conf), false)
  assert.ok(!ran.some((one) => one.startsWith('systemctl')))
  await run('card', '/dev/sda1')
  await run('card', '/dev/sda1')
  assert.equal(printed.filter((line) => line === 'The box is so already.').length, 1)
})

for (const [args, expected] of [
  [['card', '/dev/mmcblk0p2'], /is no file system/],
  [['card', '/dev/sdc1'], /is no file system/],
  [['port', '/dev/ttyUSB9'], /there is no \/dev\/ttyUSB9/],
  [['port', '/etc/passwd'], /there is no/],
  [['display', '../x'], /there is no/],
] as const) {
  test(`${args.join(' ')} is refused, and nothing is written`, async (t) => {
    const { setUp: run, has } = box(t, 'y')
    await assert.rejects(run(...args), expected)
    assert.equal(has('/etc'), false)
  })
}

test('reports the invalid line of box.conf and leaves the file unchanged', async (t) => {
  const { setUp: run, put, text } = box(t, 'y')
  put(conf, 'ethernet=eth0\nmodem=maybe\n')
  await assert.rejects(run('card', '/dev/sda1'), /box\.conf:2: modem= takes on or off/)
  assert.equal(text(conf), 'ethernet=eth0\nmodem=maybe\n')
})

test('writes the serial port to the options and excludes it from modem detection', async (t) => {
  const { setUp: run, put, text } = box(t, '1', 'y')
  put(`/dev/serial/by-id/${ftdi}`)
  put('/etc/default/busbar-gateway', '# Options\n#BUSBAR_GATEWAY_PORT=/dev/serial/by-id/usb-...\nA=1\n')
  await run('port')
  assert.equal(text('/etc/default/busbar-gateway'), `# Options\nBUSBAR_GATEWAY_PORT=/dev/serial/by-id/${ftdi}\nA=1\n`)
  assert.equal(
    text('/etc/udev/rules.d/78-busbar-gateway-port.rules'),
    'SUBSYSTEM=="tty", ENV{ID_SERIAL}=="FTDI_FT232R_USB_UART_A10K2X", ENV{ID_USB_INTERFACE_NUM}=="00", ENV{ID_MM_PORT_IGNORE}="1"\n',
  )
})

test('the hardware watchdog is used where there is one, and not any more', async (t) => {
  const path = '/etc/systemd/system.conf.d/busbar-gateway-watchdog.conf'
  const { setUp: run, printed, put, text, has } = box(t, 'y', 'y')
  await run('watchdog')
  assert.deepEqual(printed, ['This box has no hardware watchdog (/dev/watchdog).'])
  put('/dev/watchdog')
  await run('watchdog')
  assert.equal(text(path), '[Manager]\nRuntimeWatchdogSec=15\n')
  await run('watchdog', 'off')
  assert.equal(has(path), false)
})

test('without a part it asks for all, and who answers nothing changes nothing', async (t) => {
  const { setUp: run, put, has } = box(t)
  put(`/dev/serial/by-id/${ftdi}`)
  put('/sys/class/backlight/10-0045/brightness', '255')
  assert.equal(await run(), true)
  assert.equal(has('/etc'), false)
})

test('the panel and Modbus TCP are opened to the network and closed again', async (t) => {
  const path = '/etc/default/busbar-gateway'
  const { setUp: run, put, text, ran } = box(t, 'y', 'y', 'y')
  put(path, '# Options\n#BUSBAR_GATEWAY_HTTP=0.0.0.0\n#BUSBAR_GATEWAY_MODBUS=0.0.0.0\n')
  await run('panel', 'on')
  assert.equal(
    text(path),
    '# Options\nBUSBAR_GATEWAY_HTTP=0.0.0.0\n#BUSBAR_GATEWAY_MODBUS=0.0.0.0\nBUSBAR_GATEWAY_HTTPS=0.0.0.0\n',
  )
  assert.deepEqual(ran, ['systemctl try-restart busbar-gateway.service'])
  await run('modbus', 'on')
  await run('panel', 'off')
  assert.equal(
    text(path),
    '# Options\nBUSBAR_GATEWAY_HTTP=127.0.0.1\nBUSBAR_GATEWAY_MODBUS=0.0.0.0\nBUSBAR_GATEWAY_HTTPS=127.0.0.1\n',
  )
  await assert.rejects(run('panel', '0.0.0.0'), /neither on nor off/)
})

test('a display, and a word that is no part', async (t) => {
  const { setUp: run, put, text, printed } = box(t, 'y')
  put('/sys/class/backlight/10-0045/brightness', '255')
  await run('display', '10-0045')
  assert.equal(text(conf), 'display=10-0045\n')
  assert.equal(await run('colour'), false)
  assert.match(printed.join('\n'), /watchdog/)
})

test('adopts a managed interface with its current settings', async (t) => {
  const { setUp: run, printed, text, adopted, has } = box(t, 'y')
  await run('ethernet', 'eth0')
  assert.match(printed.join('\n'), /Neither NetworkManager nor systemd-networkd manages eth0/)
  assert.deepEqual([adopted, has(conf)], [[], false])
  prints['busctl eth0'] = '{"type":"o","data":["/device/2"]}'
  prints['busctl Managed'] = '{"type":"b","data":true}'
  t.after(() => {
    for (const name of ['busctl eth0', 'busctl Managed']) delete prints[name]
  })
  await run('ethernet', 'eth0')
  assert.deepEqual(adopted, [{ dhcpEnable: true, dnssGateEnable: false, ipDnss: [], macManualEnable: false }])
  assert.equal(text(conf), 'ethernet=eth0\n')
  const other = box(t, 'y', 'the gateway is down')
  await assert.rejects(other.setUp('ethernet', 'eth0'), /does not run/)
  assert.equal(other.has(conf), false, 'what nobody took over is not lent')
  await assert.rejects(run('ethernet', 'wlan0'), /no wired interface wlan0/)
})

test('the settings of an interface are those that leave it as it is', () => {
  const fixed = { address: '02:00:00:00:00:09', permaddr: '02:00:00:00:00:01' }
  const inet = { family: 'inet', local: '10.1.2.3', prefixlen: 20 }
  assert.deepEqual(
    ethernetNow(
      { ...fixed, addr_info: [inet] },
      [{ gateway: '10.1.0.1' }],
      'nameserver 10.1.0.1\nnameserver ::1\nnameserver 9.9.9.9\n',
    ),
    {
      dhcpEnable: false,
      ip: '10.1.2.3',
      mask: '255.255.240.0',
      gate: '10.1.0.1',
      dnssGateEnable: true,
      ipDnss: ['9.9.9.9'],
      macManualEnable: true,
      macManual: '02:00:00:00:00:09',
    },
  )
  for (const [prefixlen, mask] of [
    [1, '128.0.0.0'],
    [8, '255.0.0.0'],
    [24, '255.255.255.0'],
    [30, '255.255.255.252'],
    [32, '255.255.255.255'],
  ] as const)
    assert.equal((ethernetNow({ addr_info: [{ ...inet, prefixlen }] }, [], '') as { mask: string }).mask, mask)
})
