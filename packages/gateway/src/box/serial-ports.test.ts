import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolderIn, testFolder } from '../testing/folder.ts'
import { findSerialPorts, SerialPortChoice } from './serial-ports.ts'
import { UnitNames } from './unit-names.ts'

const nothingSaid = { maker: null, product: null, serialNumber: null }

test('adapters come by their lasting names with what they say of themselves, then ports of the board', (t) => {
  const root = testFolder(t)
  const [dev, sys] = [join(root, 'dev'), join(root, 'sys')]
  const usb = join(sys, 'devices/usb1/1-2')
  for (const folder of [join(dev, 'serial/by-id'), join(usb, '1-2:1.0/ttyUSB0')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(usb, 'manufacturer'), 'FTDI\n')
  writeFileSync(join(usb, 'product'), 'FT232R USB UART\n')
  writeFileSync(join(dev, 'ttyUSB0'), '')
  symlinkSync('../../ttyUSB0', join(dev, 'serial/by-id/usb-FTDI_FT232R-if00-port0'))
  symlinkSync('../../ttyUSB9', join(dev, 'serial/by-id/usb-gone'))
  for (const [tty, type] of [
    ['ttyUSB0', undefined],
    ['ttyS0', '4'],
    ['ttyS1', '0'],
    ['tty1', undefined],
  ] as const) {
    mkdirSync(join(sys, 'class/tty', tty), { recursive: true })
    if (type !== undefined) writeFileSync(join(sys, 'class/tty', tty, 'type'), `${type}\n`)
  }
  symlinkSync(join(usb, '1-2:1.0/ttyUSB0'), join(sys, 'class/tty/ttyUSB0/device'))
  assert.deepEqual(findSerialPorts({ dev, sys }), [
    {
      path: join(dev, 'serial/by-id/usb-FTDI_FT232R-if00-port0'),
      tty: 'ttyUSB0',
      maker: 'FTDI',
      product: 'FT232R USB UART',
      serialNumber: null,
    },
    { path: join(dev, 'ttyS0'), tty: 'ttyS0', ...nothingSaid },
  ])
  assert.deepEqual(findSerialPorts({ dev: join(root, 'none'), sys: join(root, 'none') }), [])
})

test('keeps the chosen port across a restart unless the command line names one', (t) => {
  const path = testFolder(t)
  new SerialPortChoice({ folder: dataFolderIn(path), fixed: undefined }).choose('/dev/ttyS0')
  assert.equal(new SerialPortChoice({ folder: dataFolderIn(path), fixed: undefined }).path, '/dev/ttyS0')
  const fixedChoice = new SerialPortChoice({ folder: dataFolderIn(path), fixed: '/dev/ttyUSB0' })
  assert.deepEqual([fixedChoice.path, fixedChoice.isFixed], ['/dev/ttyUSB0', true])
})

test('names of units are kept; a file that is damaged costs no more than them', (t) => {
  const path = testFolder(t)
  new UnitNames({ folder: dataFolderIn(path) }).set(7, 'Насос')
  assert.equal(new UnitNames({ folder: dataFolderIn(path) }).of(7), 'Насос')
  writeFileSync(join(path, 'unit-names.json'), '{"7":')
  assert.deepEqual(new UnitNames({ folder: dataFolderIn(path) }).units, [])
  writeFileSync(join(path, 'unit-names.json'), '{"7":1,"999":"x","12":"Pump"}')
  assert.deepEqual(new UnitNames({ folder: dataFolderIn(path) }).units, [12])
})
