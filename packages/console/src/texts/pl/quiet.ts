import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const quiet: TextsOf<'quiet'> = {
  title: 'Kiedy nie powiadamiać',
  help: 'Warunki są nadal sprawdzane, a zdarzenia trafiają do dziennika.',
  limited: 'Powiadamiaj tylko w określonych godzinach',
  limitedHelp: 'Powiadomienie, które przypada na inny czas, czeka na najbliższe z tych godzin, dopóki alarm trwa.',
  hours: 'Godziny',
  days: 'Dni tygodnia',
  from: 'Od',
  till: 'Do',
  addHours: 'Dodaj godziny',
  zone: 'Strefa czasowa',
  windows: 'Prace serwisowe',
  windowsHelp: 'W tych okresach nikt nie jest powiadamiany.',
  window: 'Okno serwisowe',
  addWindow: 'Dodaj okno',
  wrong: {
    noHours: 'Dodaj co najmniej jeden przedział godzin.',
    noDays: 'Wybierz co najmniej jeden dzień.',
    backwards: 'Koniec musi być późniejszy niż początek.',
  },
  nets: 'Sieci',
  netsHelp: 'Kiedy nikt nie jest powiadamiany o tym, co jest za siecią, i kto dowiaduje się, że sama sieć nie działa.',
  noNets: 'Nie ma jeszcze sieci',
  times: 'Czasy ciszy',
  timesOf: (name: string) => `Czasy ciszy: ${name}`,
  atHours: 'Powiadamianie w określonych godzinach',
  always: 'Powiadamianie o każdej porze',
  windowCount: plural('pl', { one: '# okno prac', few: '# okna prac', many: '# okien prac' }),
}
