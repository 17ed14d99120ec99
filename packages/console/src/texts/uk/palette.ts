import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const palette: TextsOf<'palette'> = {
  title: 'Перейти або виконати',
  hint: 'Мережа, пристрій, значення або команда',
  places: 'Мережі та пристрої',
  values: 'Значення',
  pages: 'Сторінки',
  commands: 'Команди',
  nothing: (typed) => `Нічого з назвою «${typed}»`,
  found: plural('uk', { one: 'знайдено: #', few: 'знайдено: #', many: 'знайдено: #' }),
  unit: (unit) => `адреса ${unit}`,
  choose: 'вибрати',
  open: 'відкрити',
  close: 'закрити',
  mute: (name) => `Заглушити тривоги: ${name}, на 1 год`,
  muted: plural('uk', {
    one: '# тривогу заглушено на годину.',
    few: '# тривоги заглушено на годину.',
    many: '# тривог заглушено на годину.',
  }),
  readNow: (name) => `Прочитати зараз: ${name}`,
  read: (name, value) => `${name}: ${value}`,
  readSome: (name, read, all) => `${name}: прочитано значень: ${read} з ${all}.`,
  toDark: 'Увімкнути темний вигляд',
  toLight: 'Увімкнути світлий вигляд',
}
