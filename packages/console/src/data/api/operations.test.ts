import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contract } from '@busbar/cloud/contract'

/** Operations that no page uses, each with the reason. Whatever a person would want has a place in the console. */
const withoutPage: Readonly<Record<string, string>> = {
  'codes.connectCode':
    'programs of installers find a gateway by it; who is signed in to its organization sees it without',
  'contactGroups.get': 'the list of groups has the same of each',
  'contacts.get': 'the list of contacts has the same of each',
  'dashboards.changeOne': 'the editor stores a whole draft with boards.save',
  'dashboards.get': 'boards.get shows the default dashboard too',
  'dashboards.getOne': 'boards.get shows more of it',
  'dashboards.light': 'values come live',
  'dashboards.lightOne': 'values come live',
  'dashboards.list': 'boards.list has the default one too',
  'devices.createParams': 'bulk.changeParams adds them to one device or to many, and shows what it would do',
  'diagnosis.exchanges': 'the page of a network opens the stream by its address',
  'escalationPolicies.get': 'the list of policies has the same of each',
  'live.events': 'the console opens the stream by its address',
  'nets.changeSolution': 'all kinds of installation have the same pages here',
  'params.changeMany': 'bulk.changeParams does it by slug, and shows what it would do',
  'params.deleteMany': 'bulk.changeParams does it by slug, and shows what it would do',
  'params.idByReference': 'people choose parameters from a list; references are for programs',
  'prometheus.metrics': 'Prometheus asks for it; people see values on their pages',
  'raw.checkConnection': 'adding a network tries the connection, and links.status says why it fails',
  'raw.checkDeviceRead': 'scan.identify tries all templates',
  'raw.readMultipleRegisterGroupsWithTimeout': 'the console waits as long as raw.readMultipleRegisterGroup does',
  'raw.readRegisterGroup': 'scan.readRegisters reads more at once',
  'readings.minMaxRange': 'the legend of a chart has them with the mean',
  'realtime.values': 'paths are for programs; the console reads by id',
  'reports.chartData': 'reportFigures has all branches of a report at once',
  'reports.print': 'the console prints its own page of a report',
  'sessions.authenticate': 'for API keys; people sign in with sessions.login',
  'sessions.translations': 'the console has texts of its own',
  'sessions.version': 'the page of news about the installation tells it',
  'templates.idBySku': 'the library is searched by SKU',
  'treeEnergy.branchHistory': 'the page of a tree asks for all its branches at once',
  'treeEnergy.branchLast': 'the page of a tree asks for all its branches at once',
  'treeEnergy.print': 'the page of a tree prints as it is shown',
  'values.dashboardData': 'widgets take what boards.history has for a whole dashboard',
  'values.dashboardWidgetData': 'widgets take what boards.get has for a whole dashboard',
  'values.lastReadings': 'values.lastStates has them with what went wrong',
  'values.nextReadTime': 'links.statistics has it for all devices of a network',
  'visualizations.data': 'visualizations.values has them with how good they are',
  'visualizations.dataOfMany': 'a picture asks for its own values alone',
  'visualizations.saveData': 'programs put values into a drawing by it; people change the drawing',
  'writing.increment': 'people see what a device holds, and write what it shall hold',
  'writing.save': 'people write by id; references are for programs',
  'writing.toggle': 'a switch writes the value that it shows',
}

const sources = globSync('**/*.{ts,tsx}', { cwd: new URL('../..', import.meta.url) }).filter(
  (path) => !/\.test\.|(^|\/)(testing|bench|journeys|texts)\//.test(path),
)
const code = sources.map((path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).join('\n')

const isUsed = (resource: string, name: string): boolean =>
  new RegExp(`'${resource}',\\s*'${name}'|\\bapi\\.${resource}\\.${name}\\b`).test(code)

test('every operation of the API has its place in the console, or a reason why not', () => {
  const unused = Object.entries(contract).flatMap(([resource, operations]) =>
    Object.keys(operations)
      .filter((name) => !isUsed(resource, name))
      .map((name) => `${resource}.${name}`),
  )
  assert.deepEqual(unused.toSorted(), Object.keys(withoutPage).toSorted())
})

test('every operation that a reason mentions is used by a page', () => {
  const named = Object.values(withoutPage).flatMap((reason) => [...reason.matchAll(/\b([a-zA-Z]+)\.([a-z]\w+)/g)])
  const missing = named.filter(([, resource = '', name = '']) => !isUsed(resource, name)).map(([text]) => text)
  assert.deepEqual(missing, [])
})
