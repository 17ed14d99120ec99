import type { TextsOf } from '../texts.ts'

export const quiet: TextsOf<'quiet'> = {
  title: 'Kiedy nikt nie jest powiadamiany',
  help: 'Warunki są sprawdzane mimo to, a historia zapisuje, co się stało.',
  limited: 'Powiadamiaj tylko w określonych godzinach',
  limitedHelp: 'Wiadomość, która przypada na inny czas, czeka na najbliższe z nich, dopóki alarm trwa.',
  hours: 'Godziny',
  days: 'Dni tygodnia',
  from: 'Od',
  till: 'Do',
  addHours: 'Dodaj godziny',
  zone: 'Według czasu',
  windows: 'Prace serwisowe',
  windowsHelp: 'W tych okresach nikt nie jest powiadamiany.',
  window: 'Okres prac serwisowych',
  addWindow: 'Dodaj okres',
  wrong: {
    noHours: 'Dodaj co najmniej jeden przedział godzin.',
    noDays: 'Wybierz co najmniej jeden dzień.',
    backwards: 'Koniec musi być po początku.',
  },
}
