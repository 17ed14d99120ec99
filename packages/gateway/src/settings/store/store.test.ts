import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keysIn, type SettingKey, settings } from '../table.ts'
import { countedBytes, refusal, testStore } from '../testing/store.ts'

describe('a new device', () => {
  test('is closed to every client and has a generated password, shown until the owner has seen it', async () => {
    const { store, disk } = await testStore()
    const { protect, gsm, cbCloud, wgCloud, wgManual, ntp, download, ownSrv, rmSrv, fwd } = store.active
    const enabled = Object.entries(protect).filter(([, value]) => value === true)
    assert.deepEqual(enabled, [])
    assert.deepEqual(
      [cbCloud, wgCloud, wgManual, ntp, download, ...rmSrv].map(({ connMode }) => connMode),
      Array(8).fill(null),
    )
    assert.deepEqual([ownSrv.atmListenPort, ...fwd.map(({ listenPort }) => listenPort)], Array(5).fill(null))
    assert.deepEqual([gsm.tcpInRoamingEnable, gsm.smsInRoamingEnable], [false, false])
    assert.deepEqual(store.passwords(), { passwordAdmin: protect.passwordAdmin })
    const generated = [protect.passwordAdmin, protect.passwordSmsRead, protect.passwordSmsWrite]
    for (const password of generated) assert.match(password, /^[a-z2-9]{10}$/)
    assert.equal(new Set(generated).size, 3)
    await store.confirmPasswordShown()
    assert.equal(store.passwords(), undefined)
    const again = await testStore({ disk, newBytes: countedBytes(99) })
    assert.equal(again.store.passwords(), undefined)
    assert.deepEqual([again.store.saved, again.store.status()], [store.saved, store.status()])
    const other = await testStore({ newBytes: countedBytes(99) })
    assert.notEqual(other.store.saved.protect.passwordAdmin, protect.passwordAdmin)
  })

  test('hides the initial password once it has been changed', async () => {
    const { store } = await testStore()
    await store.set({ timeGmt: 1 }, 2)
    await store.reset()
    assert.deepEqual(store.passwords(), { passwordAdmin: store.saved.protect.passwordAdmin })
    await store.set({ protect: { passwordAdmin: 'mine77' } }, 2)
    assert.equal(store.passwords(), undefined)
  })

  test('has the password that its owner sets at once, and after a restart; one that does not fit changes nothing', async () => {
    const { store, disk } = await testStore()
    await store.setAdminPassword('mine77')
    assert.deepEqual([store.active.protect.passwordAdmin, store.passwords()], ['mine77', undefined])
    assert.match(await refusal(store.setAdminPassword('x'.repeat(300))), /protect\.passwordAdmin: /)
    const again = await testStore({ disk, newBytes: countedBytes(99) })
    assert.deepEqual(
      [store.saved.protect.passwordAdmin, again.store.active.protect.passwordAdmin],
      ['mine77', 'mine77'],
    )
  })

  test('takes another code for the first run, once more after a restart, and none after the first run', async () => {
    const { store, disk } = await testStore()
    assert.equal(store.firstPassword, store.active.protect.passwordAdmin)
    await store.setFirstPassword('gate4711')
    assert.deepEqual(
      [store.firstPassword, store.active.protect.passwordAdmin, store.isPasswordOwn, store.status().modifyOn],
      ['gate4711', 'gate4711', false, null],
    )
    const again = await testStore({ disk, newBytes: countedBytes(99) })
    assert.deepEqual([again.store.firstPassword, again.store.passwords()], ['gate4711', undefined])
    assert.match(await refusal(store.setAdminPassword('gate4711')), /must differ from the code/)
    await store.setAdminPassword('mine77')
    assert.equal(store.firstPassword, null)
    assert.match(await refusal(store.setFirstPassword('gate4712')), /the first run is done/)
    assert.equal(store.active.protect.passwordAdmin, 'mine77')
  })

  test('listens on the given ports', async () => {
    const { store } = await testStore({ initialPorts: { ethListenPort: 1502, httpPort: 8080 } })
    assert.deepEqual([store.active.ownSrv.ethListenPort, store.active.httpd.port], [1502, 8080])
    assert.deepEqual(store.status(), { modifyOn: null, isUserModified: false, isDefault: true })
    assert.match(await refusal(testStore({ initialPorts: { httpPort: 70_000 } })), /httpd\.port: must be 1 to 65535/)
  })

  test('has settings that fit their own schemas', async () => {
    for (const variant of ['A', 'B'] as const) {
      const { store } = await testStore({ variant })
      for (const name of keysIn(variant)) assert.ok(settings[name].value.safeParse(store.saved[name]).success, name)
    }
  })
})

describe('set', () => {
  test('keeps what is not sent', async () => {
    const { store } = await testStore()
    await store.set({ serial: { baudRate: 19_200 }, timeGmt: 8 }, 1)
    await store.set({ serial: { hdxMode: 0 } }, 1)
    const { serial } = store.get('saved', ['serial'], 1) as { serial: object }
    assert.deepEqual(serial, { ...(settings.serial.initial as object), baudRate: 19_200, hdxMode: 0 })
    assert.equal(store.saved.timeGmt, 8)
  })

  const refused: [body: unknown, expected: string][] = [
    [{ serial: { baudRate: 74 } }, 'value serial.baudRate: must be 75 to 230400'],
    [{ timeGmt: 8, serial: { baudRate: 230_401 } }, 'value serial.baudRate: must be 75 to 230400'],
    [{ timeGmt: 8, nothing: 1 }, 'unknown nothing: is not known'],
    [{ timeGmt: 8, serial: { speed: 1 } }, 'unknown serial.speed: is not known'],
    [{ timeGmt: 8, bodVoltage: 1 }, 'unknown bodVoltage: is not known'],
    [JSON.parse('{"timeGmt": 8, "__proto__": {"a": 1}}'), 'unknown __proto__: is not known'],
    [JSON.parse('{"timeGmt": 8, "serial": {"__proto__": 1}}'), 'unknown serial.__proto__: is not known'],
    [{ timeGmt: 8, serial: null }, 'value serial: must be an object'],
    [{ timeGmt: 8, serial: [] }, 'value serial: must be an object'],
    [{ timeGmt: 8, rmSrv: [] }, 'value rmSrv: must be an array of 3'],
    [
      { timeGmt: 8, gsm: { phones: ['', '', 'x', ''] } },
      'value gsm.phones.2: must be a number such as +380501234567, or empty',
    ],
    [{ timeGmt: 8, httpd: { port: 502 } }, 'value ownSrv.ethListenPort: taken by httpd.port'],
    [
      { timeGmt: 8, ethernet: { macManualEnable: true } },
      'value ethernet.macManual: needed where macManualEnable is true',
    ],
    [
      { timeGmt: 8, wgManual: { ip: '10.0.0.1', deviceIp: '10.0.0.2' } },
      'value wgManual.deviceIp: is not what ip says',
    ],
    [{ timeGmt: 8, gsm: { pinCode: 1, pinClear: true } }, 'value gsm.pinClear: goes with pinCode null'],
    [
      { timeGmt: 8, protect: { passwordAdmin: '' } },
      'value protect.passwordAdmin: must be 5 to 10 ASCII characters without spaces',
    ],
    [null, 'value settings: must be an object'],
    [[], 'value settings: must be an object'],
    ['{}', 'value settings: must be an object'],
  ]
  for (const [body, expected] of refused) {
    test(`${JSON.stringify(body)} is refused whole`, async () => {
      const { store, disk } = await testStore()
      const { saved, active } = store
      const { files, steps } = disk
      assert.equal(await refusal(store.set(body, 2)), expected)
      assert.deepEqual([store.saved, store.active, disk.files, disk.steps], [saved, active, files, steps])
    })
  }

  test('takes a name or this machine for a remote server where the program allows it', async () => {
    for (const isRemoteAnywhere of [false, true]) {
      const { store } = await testStore({ isRemoteAnywhere })
      for (const ip of ['plc.example.org', '127.0.0.1', 'localhost', '10.0.0.7']) {
        const message = await refusal(store.set({ rmSrv: store.saved.rmSrv.map((row) => ({ ...row, ip })) }, 1))
        const isTaken = isRemoteAnywhere || ip === '10.0.0.7'
        assert.match(message, isTaken ? /^nothing$/ : /^value rmSrv\.0\.ip: .* --remote-anywhere$/, ip)
      }
    }
  })

  test('takes either name of forwarding, and answers one', async () => {
    const { store } = await testStore()
    const rows = store.saved.fwd.map((row) => ({ ...row, serverAddr: 'example.org', serverPort: 81 }))
    const first = { listenPort: 8081, isUdp: false, serverAddr: 'example.org', serverPort: 81 }
    await store.set({ forwarding: rows }, 2)
    assert.deepEqual(store.get('saved', ['forwarding'], 2), { fwd: rows })
    await store.set({ fwd: [first, ...rows.slice(1)] }, 2)
    assert.deepEqual(store.get('saved', ['fwd'], 2), { fwd: [first, ...rows.slice(1)] })
    assert.equal(
      await refusal(store.set({ fwd: rows, forwarding: rows }, 2)),
      'value forwarding: is another name of fwd',
    )
    const twice = refusal(store.set({ fwd: [first, first, ...rows.slice(2)] }, 2))
    assert.equal(await twice, 'value fwd.1.listenPort: taken by fwd.0.listenPort')
    const lost = refusal(store.set({ fwd: [{ ...first, serverAddr: '' }, ...rows.slice(1)] }, 2))
    assert.match(await lost, /^value fwd\.0\.serverAddr: may be empty only with/)
    await store.set({ fwd: [{ listenPort: 53, isUdp: true, serverAddr: '', serverPort: 53 }, ...rows.slice(1)] }, 2)
  })

  test('takes either name of an address in the VPN, and answers one', async () => {
    const { store } = await testStore()
    const delays = { delayForKeepaliveSec: 5, delayForConnSec: 6 }
    await store.set({ wgManual: { deviceIp: '10.9.0.2', deviceMask: '255.255.0.0', ...delays } }, 2)
    const { wgManual } = store.get('saved', ['wgManual'], 2) as { wgManual: Record<string, unknown> }
    assert.deepEqual([wgManual.ip, wgManual.mask, 'deviceIp' in wgManual], ['10.9.0.2', '255.255.0.0', false])
    await store.set({ wgManual: { ip: '10.9.0.3', deviceIp: '10.9.0.3', mask: '255.0.0.0' } }, 2)
    const { ip, mask, delayForConnSec } = store.saved.wgManual
    assert.deepEqual([ip, mask, delayForConnSec], ['10.9.0.3', '255.0.0.0', 6])
  })

  test('many at once go one after the other, and there is an end to them', async () => {
    const { store } = await testStore()
    const all = Array.from({ length: 20 }, (_, at) =>
      refusal(store.set({ timeGmt: at + 1, astro: { longDeg: at } }, 1)),
    )
    const answers = await Promise.all(all)
    assert.deepEqual(answers.slice(0, 16), Array(16).fill('nothing'))
    assert.deepEqual(new Set(answers.slice(16)), new Set(['busy settings: too many changes at once']))
    assert.deepEqual([store.saved.timeGmt, store.saved.astro.longDeg], [16, 15])
    await store.set({ timeGmt: 3 }, 1)
  })

  test('a failed write changes nothing', async () => {
    const { store, disk } = await testStore()
    const { saved } = store
    disk.lastStep = disk.steps + 1
    await assert.rejects(store.set({ serial: { baudRate: 4800 } }, 1))
    assert.deepEqual([store.saved, store.active], [saved, saved])
    disk.lastStep = Number.POSITIVE_INFINITY
    await store.set({ timeGmt: 2 }, 1)
    assert.deepEqual((await testStore({ disk })).store.saved, { ...saved, timeGmt: 2 })
  })
})

describe('saved and active', () => {
  test('variant B: three keys count at once, the rest after a restart', async () => {
    const { store } = await testStore()
    const changes: (readonly SettingKey[])[] = []
    store.onApply(async (changed) => void changes.push(changed))
    const before = store.active
    await store.set({ timeGmt: 4, serial: { baudRate: 1200 }, ownSrv: { vUid: 9 } }, 1)
    assert.deepEqual(changes, [['ownSrv', 'serial']])
    assert.deepEqual(store.active, { ...before, ownSrv: store.saved.ownSrv, serial: store.saved.serial })
    assert.equal(store.status().isUserModified, true)
    store.applySaved()
    assert.deepEqual(store.active, store.saved)
    assert.equal(store.status().isUserModified, false)
    await store.set({ serial: { baudRate: 1200 }, timeGmt: 5 }, 1)
    assert.equal(changes.length, 1)
  })

  test('variant A: all count after a restart', async () => {
    const { store } = await testStore({ variant: 'A' })
    store.onApply(() => assert.fail('nothing is to be applied'))
    const before = store.active
    await store.set({ serial: { baudRate: 1200 }, bodVoltage: 9000 }, 2)
    assert.deepEqual(store.active, before)
    assert.equal((store.get('saved', ['bodVoltage'], 1) as { bodVoltage: number }).bodVoltage, 9000)
  })

  test('a setting that cannot be applied is not kept, and every listener returns to the setting before', async () => {
    const { store, disk } = await testStore()
    const applied: number[] = []
    store.onApply(async () => {
      if (store.active.serial.baudRate === 1200) throw new Error('no port')
    })
    store.onApply(async () => void applied.push(store.active.serial.baudRate))
    for (const attempt of ['first', 'the same request again']) {
      await assert.rejects(store.set({ serial: { baudRate: 1200 } }, 1), /no port/, attempt)
      assert.deepEqual([store.saved.serial.baudRate, store.active.serial.baudRate], [9600, 9600])
    }
    assert.deepEqual(applied, [1200, 9600, 1200, 9600])
    assert.deepEqual(store.status(), { modifyOn: null, isUserModified: false, isDefault: true })
    assert.equal((await testStore({ disk })).store.saved.serial.baudRate, 9600)
  })

  test('a character format that the port cannot use is refused, and blocks no other change once it is stored', async () => {
    const serialProblem = ({ charFormat }: { charFormat: number }) => (charFormat === 2 ? 'no space parity' : null)
    const { store } = await testStore({ serialProblem })
    const refused = await refusal(store.set({ serial: { charFormat: 2, baudRate: 1200 } }, 1))
    assert.equal(refused, 'value serial.charFormat: no space parity')
    assert.equal(store.saved.serial.baudRate, 9600)
    const { disk } = await testStore()
    const older = (await testStore({ disk })).store
    await older.set({ serial: { charFormat: 2 } }, 1)
    const newer = (await testStore({ disk, serialProblem })).store
    await newer.set({ serial: { baudRate: 1200 } }, 1)
    assert.equal(newer.saved.serial.baudRate, 1200)
  })

  test('the state reports changes', async () => {
    const { store, disk } = await testStore()
    assert.deepEqual(store.status(), { modifyOn: null, isUserModified: false, isDefault: true })
    await store.set({ timeGmt: 0 }, 1)
    assert.deepEqual(store.status(), { modifyOn: null, isUserModified: false, isDefault: true })
    await store.set({ timeGmt: 1 }, 1)
    const changed = { modifyOn: '2026-11-14T12:00:00.000Z', isUserModified: true, isDefault: false }
    assert.deepEqual(store.status(), changed)
    const restarted = (await testStore({ disk })).store
    assert.deepEqual(restarted.status(), { ...changed, isUserModified: false })
  })

  test('reset makes it new, but for the administrator, and leaves no old secret on the disk', async () => {
    const { store, disk } = await testStore({ initialPorts: { httpPort: 8080 } })
    const passwordSmsRead = store.saved.protect.passwordSmsRead
    await store.set({ protect: { passwordAdmin: 'mine77' }, gsm: { apnPassword: 'oldsecret' }, httpd: { port: 81 } }, 2)
    await store.reset()
    assert.deepEqual([store.saved.protect.passwordAdmin, store.saved.httpd.port], ['mine77', 8080])
    assert.deepEqual([store.status().isDefault, store.saved.gsm.apnPassword], [true, ''])
    assert.notEqual(store.saved.protect.passwordSmsRead, passwordSmsRead)
    assert.ok(!JSON.stringify(disk.files).includes('oldsecret'))
  })

  test('callers cannot modify the settings that they receive', async () => {
    const { store } = await testStore()
    assert.throws(
      () => void (store.active.rmSrv[0] as { ip: string }).ip.concat((store.active.serial.baudRate = 1) + ''),
    )
    assert.throws(() => store.saved.gsm.phones.push('1'), TypeError)
  })
})
