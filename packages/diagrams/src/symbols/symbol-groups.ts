import { building } from './building.ts'
import { electric } from './electric.ts'
import { hvac } from './hvac.ts'
import {
  body,
  box,
  circle,
  closed,
  inside,
  letter,
  line,
  lines,
  type PlantSymbol,
  running,
  solid,
  stopped,
  symbol,
} from './plant-symbol.ts'
import { pumpsAndValves } from './pumps-valves.ts'
import { solar } from './solar.ts'
import { tanksAndPipes } from './tanks-pipes.ts'

const stem = line(lines(24, 38, 24, 48))
/** A bubble with the letter of what it measures. */
const measures = (id: string, names: string, text: string): PlantSymbol =>
  symbol(id, names, ['bottom'], stem, body(circle(24, 23, 15)), letter(text, 24, 28))

/** Instruments, signals, and what people push and turn. */
const instruments: readonly PlantSymbol[] = [
  measures('temperature', 'Temperature|Temperatura|Температура|Температура', 'T'),
  measures('pressure', 'Pressure|Ciśnienie|Давление|Тиск', 'P'),
  measures('pressureDifference', 'Pressure difference|Różnica ciśnień|Перепад давления|Перепад тиску', 'PD'),
  measures('flow', 'Flow|Przepływ|Расход|Витрата', 'F'),
  measures('levelMeter', 'Level|Poziom|Уровень|Рівень', 'L'),
  measures('humidity', 'Humidity|Wilgotność|Влажность|Вологість', 'M'),
  measures('power', 'Power|Moc|Мощность|Потужність', 'W'),
  measures('voltage', 'Voltage|Napięcie|Напряжение|Напруга', 'V'),
  measures('current', 'Current|Prąd|Ток|Струм', 'A'),
  measures('frequency', 'Frequency|Częstotliwość|Частота|Частота', 'Hz'),
  measures('powerFactor', 'Power factor|Współczynnik mocy|Коэффициент мощности|Коефіцієнт потужності', 'φ'),
  measures('speed', 'Speed|Prędkość|Скорость|Швидкість', 'S'),
  measures('vibration', 'Vibration|Drgania|Вибрация|Вібрація', 'VT'),
  measures('acidity', 'Acidity|Odczyn pH|Кислотность|Кислотність', 'pH'),
  measures('conductivity', 'Conductivity|Przewodność|Проводимость|Провідність', 'C'),
  measures('oxygen', 'Oxygen|Tlen|Кислород|Кисень', 'O₂'),
  measures('carbonDioxide', 'Carbon dioxide|Dwutlenek węgla|Углекислый газ|Вуглекислий газ', 'CO₂'),
  measures('turbidity', 'Turbidity|Mętność|Мутность|Каламутність', 'NTU'),
  measures('gasDetector', 'Gas detector|Detektor gazu|Детектор газа|Детектор газу', 'GD'),
  measures('weight', 'Weight|Masa|Масса|Маса', 'kg'),
  measures('position', 'Position|Położenie|Положение|Положення', 'Z'),
  symbol(
    'gauge',
    'Gauge|Wskaźnik|Манометр|Манометр',
    ['bottom'],
    stem,
    body(circle(24, 23, 15)),
    inside(lines(24, 25, 32, 15), 'M14 30a11 11 0 1 1 20 0'),
  ),
  symbol(
    'counter',
    'Counter|Licznik|Счётчик|Лічильник',
    ['bottom'],
    line(lines(24, 34, 24, 48)),
    body(box(6, 14, 36, 20)),
    inside(lines(15, 14, 15, 34), lines(24, 14, 24, 34), lines(33, 14, 33, 34)),
  ),
  symbol(
    'recorder',
    'Recorder|Rejestrator|Регистратор|Реєстратор',
    ['bottom'],
    line(lines(24, 40, 24, 48)),
    body(box(8, 8, 32, 32)),
    inside(lines(12, 30, 18, 22, 23, 27, 29, 16, 36, 20), lines(8, 34, 40, 34)),
  ),
  symbol(
    'floatSwitch',
    'Float switch|Pływak|Поплавковый датчик|Поплавковий датчик',
    ['top'],
    line(lines(24, 0, 24, 16)),
    stopped(line(lines(24, 16, 24, 28))),
    stopped(body('M18 34a6 6 0 0 1 12 0v4a6 6 0 0 1 -12 0z')),
    running(line(lines(24, 16, 34, 22))),
    running(body(closed(31, 18, 42, 22, 38, 32, 27, 28))),
  ),
  symbol(
    'limitSwitch',
    'Limit switch|Wyłącznik krańcowy|Концевой выключатель|Кінцевий вимикач',
    ['bottom'],
    line(lines(24, 40, 24, 48)),
    body(box(14, 22, 20, 18)),
    stopped(line(lines(24, 22, 34, 8))),
    running(line(lines(24, 22, 42, 18))),
    solid(circle(24, 31, 2)),
  ),
  symbol(
    'horn',
    'Horn|Sygnał dźwiękowy|Сирена|Сирена',
    ['left'],
    line(lines(0, 24, 10, 24)),
    body(box(10, 18, 8, 12), closed(18, 18, 36, 8, 36, 40, 18, 30)),
    running(line('M41 16a12 12 0 0 1 0 16')),
  ),
  symbol(
    'beacon',
    'Beacon|Sygnalizator świetlny|Световой маяк|Світловий маяк',
    ['bottom'],
    line(lines(24, 42, 24, 48)),
    body('M14 34v-10a10 12 0 0 1 20 0v10z', box(10, 34, 28, 8)),
    running(line(lines(24, 2, 24, 7), lines(6, 14, 10, 17), lines(42, 14, 38, 17))),
  ),
  symbol(
    'signalLamp',
    'Signal lamp|Lampka sygnalizacyjna|Сигнальная лампа|Сигнальна лампа',
    [],
    body(circle(24, 24, 14)),
    inside(circle(24, 24, 9)),
  ),
  symbol(
    'pushButton',
    'Push button|Przycisk|Кнопка|Кнопка',
    ['bottom'],
    line(lines(24, 40, 24, 48)),
    body(box(8, 26, 32, 14), box(16, 16, 16, 10)),
    line(lines(24, 6, 24, 16)),
  ),
  symbol(
    'emergencyStop',
    'Emergency stop|Wyłącznik awaryjny|Аварийный стоп|Аварійний стоп',
    ['bottom'],
    line(lines(24, 42, 24, 48)),
    body(box(12, 32, 24, 10), 'M8 22a16 12 0 0 1 32 0z', box(18, 22, 12, 10)),
  ),
  symbol(
    'selector',
    'Selector|Przełącznik|Переключатель режимов|Перемикач режимів',
    [],
    body(circle(24, 24, 16)),
    stopped(inside(lines(24, 34, 14, 14))),
    running(inside(lines(24, 34, 34, 14))),
  ),
  symbol('timer', 'Clock|Zegar|Часы|Годинник', [], body(circle(24, 24, 16)), inside(lines(24, 14, 24, 24, 31, 28))),
  symbol(
    'display',
    'Display|Wyświetlacz|Дисплей|Дисплей',
    ['bottom'],
    line(lines(24, 36, 24, 48)),
    body(box(4, 12, 40, 24)),
    letter('0.0', 24, 29),
  ),
]

/** All symbols by category. */
export const symbolGroups = {
  electric,
  water: [...pumpsAndValves, ...tanksAndPipes],
  hvac,
  solar,
  building,
  instruments,
} as const
export type SymbolGroup = keyof typeof symbolGroups

export const allSymbols: readonly PlantSymbol[] = Object.values(symbolGroups).flat()

const byId: ReadonlyMap<string, PlantSymbol> = new Map(allSymbols.map((one) => [one.id, one]))

export const symbolOf = (id: string): PlantSymbol | undefined => byId.get(id)
