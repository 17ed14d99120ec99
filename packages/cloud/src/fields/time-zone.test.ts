import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isActiveAt } from '@busbar/alerts/engine'
import { timeText } from '@busbar/messaging/testing'
import * as fc from 'fast-check'
import { cutSpan, localText } from '../energy/calendar.ts'
import { readSettings } from '../settings/env.ts'
import { namedTimeZone } from './time-zone.ts'

/** Names of tz database 2026c that `Intl` accepts without listing them: links and renamed zones. */
const unlisted = `
  Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia
  America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Atikokan America/Atka America/Ensenada
  America/Fort_Wayne America/Indiana/Indianapolis America/Kentucky/Louisville America/Knox_IN America/Montreal America/Nipigon
  America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock
  America/Thunder_Bay America/Virgin America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing
  Asia/Chungking Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata Asia/Macao
  Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe Atlantic/Jan_Mayen Australia/ACT
  Australia/Canberra Australia/Currie Australia/LHI Australia/NSW Australia/North Australia/Queensland Australia/South
  Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET
  CST6CDT Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan
  Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire Etc/GMT Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC
  Etc/Universal Etc/Zulu Europe/Belfast Europe/Kyiv Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT
  GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Mexico/BajaNorte
  Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk Pacific/Johnston Pacific/Kanton Pacific/Pohnpei
  Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana
  US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa UTC Universal W-SU WET Zulu
`
const byOffset = Array.from({ length: 27 }, (_, at) => `Etc/GMT${at < 15 ? '-' : '+'}${at < 15 ? at : at - 14}`)
const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...unlisted.trim().split(/\s+/), ...byOffset])]
const day = Date.parse('2026-11-16T00:00:00Z')

test('every name of the tz database is taken, and all that is made with a zone can be made', () => {
  assert.ok(names.length > 590)
  for (const name of names) {
    assert.equal(namedTimeZone(name), name)
    assert.equal(readSettings({ 'time-zone': name }, {})['time-zone'], name)
    assert.match(localText(name, day), /^2026-11-1[56]T\d\d:\d\d:00[+-]\d\d:\d\d$/)
    assert.equal(cutSpan(name, 'day', day, day + 86_400_000)?.at(-1), day + 86_400_000)
    assert.ok(timeText(day, name).includes(name))
    const allDay = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, tillMinute: 1440 }
    assert.ok(isActiveAt({ timeZone: name, spans: [allDay] }, day), name)
  }
})

test('the case of letters does not matter; what is kept is spelled as in the database', () => {
  const cases = fc.constantFrom(
    (text: string) => text.toLowerCase(),
    (text: string) => text.toUpperCase(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(cases, { minLength: 1, maxLength: 40 }), (name, casing) => {
      const typed = Array.from(name, (letter, at) => casing[at % casing.length]?.(letter) ?? letter).join('')
      assert.equal(namedTimeZone(typed), name)
    }),
  )
})

/** Names that `Intl` knows and Temporal does not, which calendars require. */
const abbreviations = ['AST', 'PST', 'IST', 'SystemV/EST5']
const offsets = ['+03:00', '-0300', '+03', '\u221203:00', 'UTC+3']
const strange = ['', 'Mars/Olympus', 'europe kyiv', ' UTC', 'UTC ', 'Etc/Unknown', 'localtime', 'posix/Europe/Kyiv']
const hostile = ['../Europe/Kyiv', 'Factory', "'; --", `Europe/${'x'.repeat(60)}`]

describe('rejects an invalid name', () => {
  for (const text of [...abbreviations, ...offsets, ...strange, ...hostile]) {
    test(JSON.stringify(text), () => assert.equal(namedTimeZone(text), null))
  }
})
