import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const palette: TextsOf<'palette'> = {
  title: 'Перейти или выполнить',
  hint: 'Сеть, устройство, значение или команда',
  places: 'Сети и устройства',
  values: 'Значения',
  pages: 'Страницы',
  commands: 'Команды',
  nothing: (typed) => `Ничего с названием «${typed}»`,
  found: plural('ru', { one: 'найдено: #', few: 'найдено: #', many: 'найдено: #' }),
  unit: (unit) => `адрес ${unit}`,
  choose: 'выбрать',
  open: 'открыть',
  close: 'закрыть',
  mute: (name) => `Заглушить тревоги: ${name}, на 1 ч`,
  muted: plural('ru', {
    one: '# тревога заглушена на час.',
    few: '# тревоги заглушены на час.',
    many: '# тревог заглушено на час.',
  }),
  readNow: (name) => `Прочитать сейчас: ${name}`,
  read: (name, value) => `${name}: ${value}`,
  readSome: (name, read, all) => `${name}: прочитано значений: ${read} из ${all}.`,
  toDark: 'Включить тёмное оформление',
  toLight: 'Включить светлое оформление',
}
