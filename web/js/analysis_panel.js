// The panel of Analyse: switches, lines, choices, graph, moves, explorer, notes.

/** @import {AnalyseView} from './view_analyse.js' */
import { app } from './app.js';
import { button, chips, fill, h, selectField } from './dom.js';
import { importDialog } from './import.js';
import { t } from './i18n.js';
import { exportDialog } from './share.js';

const LINE_CHOICES = ['1', '3', '5', '8', '64'],
    TIME_CHOICES = ['3', '10', '30', '120', 'endless'],
    LAYERS = ['none', 'book', 'stable', 'frontier', 'parity'];

/** All that the server gives, and the powers of two below. */
function threadChoices() {
    const all = ['0'];
    for (let n = 1; n < app.threads; n *= 2) all.push(String(n));
    return all;
}

/**
 * @param {string} id @param {string} text @param {boolean} isOn
 * @param {(isOn: boolean) => void} turned
 */
function switchField(id, text, isOn, turned) {
    const input = h('input', {
        type: 'checkbox',
        role: 'switch',
        id,
        checked: isOn,
        onchange: () => turned(input.checked),
    });
    return h('label', { class: 'switch' }, input, text);
}

/** The engine, and what if the side to move passed. @param {AnalyseView} view */
function switches(view) {
    return h(
        'div',
        { class: 'row is-apart' },
        switchField('engine-on', t('engine'), app.settings.engineOn, (engineOn) => {
            app.save({ engineOn });
            view.changed('switch');
        }),
        switchField('threat', t('threat'), view.isThreat, (isThreat) => {
            view.isThreat = isThreat;
            view.changed('switch');
        }),
    );
}

/** How many lines, how long, how many threads. @param {AnalyseView} view */
function choices(view) {
    const { settings } = app;
    /**
     * @param {string} key @param {string[]} values @param {string} otherwise
     * @param {(value: string) => string} text @param {'lines'|'seconds'|'threads'} name
     */
    const choice = (key, values, otherwise, text, name) =>
        selectField(
            t(key),
            values.map((value) => ({ value, text: text(value) })),
            values.includes(settings[name]) ? settings[name] : otherwise,
            (value) => {
                app.save({ [name]: value });
                view.changed('switch');
            },
            name,
        );
    const lineText = /** @param {string} value */ (value) =>
        value === '64' ? t('lineAll') : value === '1' ? t('lineBest') : value;
    const timeText = /** @param {string} value */ (value) =>
        value === 'endless' ? t('endless') : t('secondsIs', { n: value });
    const threadText = /** @param {string} value */ (value) =>
        value === '0' ? t('threadsAll', { n: app.threads }) : value;
    return h(
        'div',
        { class: app.threads > 1 ? 'pair is-three' : 'pair' },
        choice('showLines', LINE_CHOICES, '64', lineText, 'lines'),
        choice('thinkFor', TIME_CHOICES, 'endless', timeText, 'seconds'),
        app.threads > 1 && choice('threads', threadChoices(), '0', threadText, 'threads'),
    );
}

/** @param {AnalyseView} view */
function layerChips(view) {
    return chips(
        t('overlay'),
        'layer',
        LAYERS.map((value) => ({
            value,
            text: t(value === 'none' ? 'layer.none' : `overlay.${value}`),
        })),
        app.settings.layer,
        (layer) => {
            app.save({ layer });
            view.changed('note');
        },
    );
}

/** What the layer on the board means. @param {HTMLElement} place */
export function drawLegend(place) {
    const { layer } = app.settings,
        key = `${layer} ${document.documentElement.lang}`;
    if (place.dataset.key === key) return;
    place.dataset.key = key;
    place.hidden = layer === 'none' || layer === 'book';
    if (place.hidden) return fill(place);
    if (layer !== 'parity') return fill(place, t(`overlay.${layer}.help`));
    fill(
        place,
        ['odd', 'even'].map((kind) =>
            h(
                'span',
                { class: 'key' },
                h('i', { class: `swatch is-${kind}`, 'aria-hidden': 'true' }),
                t(`parity.${kind}.help`),
            ),
        ),
    );
}

/** @param {AnalyseView} view */
function foot(view) {
    const one = /** @param {string} key @param {any} icon @param {() => void} run */ (
        key,
        icon,
        run,
        id = key,
    ) => button(t(key), run, { icon, kind: 'is-plain', id });
    return h(
        'div',
        { class: 'panel-foot' },
        one('playOn', 'play', () => app.playOn(), 'play-on'),
        one('edit', 'edit', () => view.edit()),
        one('import', 'import', () => importDialog()),
        one('share', 'share', () => exportDialog()),
    );
}

/** What fills the panel; the view has made its parts. @param {AnalyseView} view */
export function analysisPanel(view) {
    return [
        h(
            'div',
            { class: 'card engine' },
            switches(view),
            view.perfect?.element,
            view.facts,
            view.lines?.element,
            choices(view),
            layerChips(view),
            view.legend,
        ),
        h(
            'div',
            { class: 'card' },
            h('h2', { class: 'minor' }, t('graph')),
            view.graph?.element,
        ),
        view.moves?.element,
        view.explorer?.element,
        view.notes?.element,
        foot(view),
    ];
}
