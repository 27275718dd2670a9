// The parts of the review's panel: its head, the sums, what to say of a move, the mistakes.

/** @import {ReviewData, Tally, Verdict} from './types.js' */
/** @import {ReviewView} from './view_review.js' */
import { app } from './app.js';
import { button, fill, h, s, selectField } from './dom.js';
import { spotShape } from './graph.js';
import { importDialog } from './import.js';
import { formatNumber, t } from './i18n.js';
import { Lines } from './lines.js';
import { moveText, signs } from './moves.js';
import { reasonTexts } from './reasons.js';

/**
 * What the review is about: to be started, running, or its sums.
 * @param {ReviewView} view @param {boolean} isMine
 */
export function drawHead(view, isMine) {
    const result = isMine ? view.review?.result : null;
    if (!view.head) return;
    if (view.running) fill(view.head, runningParts(view));
    else if (result) fill(view.head, resultParts(view, result));
    else fill(view.head, beginParts(view));
}

/** How far it is. @param {ReviewView} view */
function runningParts(view) {
    const max = app.game.line().length - 1,
        value = view.review?.verdicts.length ?? 0;
    const stop = () => {
        view.running?.abort();
        view.running = null;
        view.draw();
    };
    return [
        h('h2', {}, t('reviewing')),
        h('progress', { max, value, 'aria-label': t('reviewing') }),
        h('div', { class: 'row' }, button(t('stop'), stop)),
    ];
}

/** @param {ReviewView} view @param {ReviewData} result */
function resultParts(view, result) {
    const save = { icon: /** @type {const} */ ('save'), kind: 'is-small', id: 'save-review' };
    return [
        h('h2', {}, t('reviewDone')),
        sums(result),
        h(
            'div',
            { class: 'row' },
            button(t('saveJson'), () => view.save(), save),
            button(t('again'), () => view.start(), { kind: 'is-small' }),
        ),
    ];
}

/** What can be done where nothing is reviewed yet. @param {ReviewView} view */
function beginParts(view) {
    const hasMoves = app.game.line().length > 1;
    return [
        h('h2', {}, t('reviewTitle')),
        h('p', { class: 'soft' }, t(hasMoves ? 'reviewHelp' : 'reviewNothing')),
        ...(hasMoves ? [qualityField(), startButton(view)] : [elsewhere()]),
    ];
}

function qualityField() {
    const options = [
        ['8', 'quick'],
        ['12', 'careful'],
        ['18', 'deep'],
    ].map(([value, key]) => ({ value, text: t(key) }));
    const { reviewLevel } = app.settings;
    const keep = /** @param {string} level */ (level) => app.save({ reviewLevel: level });
    return selectField(t('quality'), options, reviewLevel, keep, 'quality');
}

/** @param {ReviewView} view */
function startButton(view) {
    return button(t('reviewGame'), () => view.start(), { kind: 'is-main', id: 'start-review' });
}

/** Where a game to be reviewed comes from. */
function elsewhere() {
    return h(
        'div',
        { class: 'row' },
        button(t('play'), () => app.go('play'), { icon: 'play', kind: 'is-main' }),
        button(t('import'), () => importDialog(), { icon: 'import', id: 'import' }),
    );
}

/**
 * What there is to say about a move, and the offer to try it again.
 * @param {Verdict} verdict @param {() => void} again
 */
export function verdictParts(verdict, again) {
    const isFault = verdict.verdict in signs,
        reasons = reasonTexts(verdict);
    return [
        h(
            'h2',
            { class: 'minor' },
            `${verdict.ply + 1}. ${t(verdict.side)} ${moveText(verdict.move)} `,
            isFault &&
                h(
                    'span',
                    { class: `sign ${verdict.verdict}` },
                    `${signs[verdict.verdict]} ${t(verdict.verdict)}`,
                ),
        ),
        h(
            'p',
            {},
            isFault
                ? t('faultText', {
                      best: moveText(verdict.best),
                      loss: formatNumber(verdict.loss, 1),
                  })
                : t(`verdict.${verdict.verdict}`),
        ),
        reasons.length > 0 &&
            h(
                'ul',
                { class: 'reasons' },
                reasons.map((one) => h('li', {}, one)),
            ),
        verdict.loss > 0 && verdict.pv.length > 1 && bestLine(verdict),
        isFault &&
            h(
                'div',
                { class: 'row' },
                button(t('tryAgain'), again, {
                    kind: 'is-small is-main',
                    id: 'try-again',
                }),
            ),
    ];
}

/** The engine's line, to be walked through or added to the tree. @param {Verdict} verdict */
function bestLine(verdict) {
    const lines = new Lines();
    lines.list.style.setProperty('--rows', '1');
    lines.show(
        [
            {
                move: verdict.best,
                score: verdict.best_score,
                exact: verdict.exact,
                selectivity: 100,
                depth: verdict.depth,
                pv: verdict.pv,
            },
        ],
        app.game.current.state,
    );
    return h('div', {}, h('p', { class: 'soft small' }, t('bestLine')), lines.element);
}

/**
 * A button for each mistake.
 * @param {Verdict[]} faults @param {number} here  the ply shown
 * @param {(fault: Verdict) => void} pick
 */
export function faultButtons(faults, here, pick) {
    return h(
        'div',
        { class: 'faults' },
        faults.map((one) =>
            h(
                'button',
                {
                    type: 'button',
                    class: 'fault',
                    id: `fault-${one.ply}`,
                    'aria-current': one.ply === here ? 'true' : null,
                    onclick: () => pick(one),
                },
                h(
                    'span',
                    { class: `sign ${one.verdict}`, 'aria-hidden': 'true' },
                    signs[one.verdict],
                ),
                h('span', {}, `${one.ply + 1}. ${t(one.side)} ${moveText(one.move)}`),
                h('b', {}, `−${formatNumber(one.loss, 1)}`),
                h(
                    'span',
                    { class: 'soft' },
                    `${t(one.verdict)} · ${t('betterWas', { move: moveText(one.best) })}`,
                ),
            ),
        ),
    );
}

/** @param {ReviewData} result */
function sums(result) {
    const row =
        /**
         * @param {string} key @param {(tally: Tally) => string|number} value
         * @param {string} [kind] @param {string} [shape]
         */ (key, value, kind, shape) =>
            h(
                'tr',
                { class: kind },
                h(
                    'th',
                    { scope: 'row' },
                    shape &&
                        s(
                            'svg',
                            { class: 'legend', viewBox: '-8 -8 16 16', 'aria-hidden': 'true' },
                            spotShape(shape, 0, 0),
                        ),
                    t(key),
                ),
                h('td', {}, value(result.black)),
                h('td', {}, value(result.white)),
            );
    return h(
        'table',
        { class: 'sums' },
        h(
            'thead',
            {},
            h(
                'tr',
                {},
                h('td', {}),
                h('th', { scope: 'col' }, t('black')),
                h('th', { scope: 'col' }, t('white')),
            ),
        ),
        h(
            'tbody',
            {},
            row('accuracy', (one) => `${formatNumber(one.accuracy, 1)} %`, 'big'),
            row('lossTotal', (one) => formatNumber(one.loss, 1)),
            row('inaccuracies', (one) => one.inaccuracies, '', 'inaccuracy'),
            row('mistakes', (one) => one.mistakes, '', 'mistake'),
            row('blunders', (one) => one.blunders, '', 'blunder'),
        ),
    );
}
