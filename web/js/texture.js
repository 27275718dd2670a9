// The felt and the grain of the wood, drawn once after the first paint. As filters in the style
// sheet they would be drawn again with every disc that turns, which a slow machine feels.

const FELT = 128,
    WOOD = 512,
    GRAINS = 260;

/** The same picture every time: a small generator with a fixed seed. @param {number} seed */
function randomFrom(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** @param {number} size @param {(context: CanvasRenderingContext2D) => void} draw */
function picture(size, draw) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d');
    if (context) draw(context);
    return `url(${canvas.toDataURL()})`;
}

/** Fine specks, darker and lighter than the cloth. @param {CanvasRenderingContext2D} context */
function felt(context) {
    const random = randomFrom(3),
        image = context.createImageData(FELT, FELT);
    for (let i = 0; i < image.data.length; i += 4) {
        const speck = random() + random() - 1;
        image.data[i + 1] = speck < 0 ? 30 : 160;
        image.data[i + 2] = speck < 0 ? 16 : 110;
        image.data[i + 3] = Math.abs(speck) * 34;
    }
    context.putImageData(image, 0, 0);
}

/** Long thin lines that wander a little. @param {CanvasRenderingContext2D} context */
function wood(context) {
    const random = randomFrom(11);
    for (let i = 0; i < GRAINS; i++) {
        const y = random() * WOOD,
            bend = (random() - 0.5) * 10;
        context.strokeStyle =
            random() < 0.7
                ? `rgb(35 16 5 / ${0.05 + random() * 0.16})`
                : `rgb(255 215 165 / ${0.03 + random() * 0.05})`;
        context.lineWidth = 0.6 + random() * 2.4;
        for (const shift of [-WOOD, 0, WOOD]) {
            context.beginPath();
            context.moveTo(-4, y + shift);
            context.bezierCurveTo(
                WOOD / 3,
                y + shift + bend,
                (2 * WOOD) / 3,
                y + shift - bend,
                WOOD + 4,
                y + shift,
            );
            context.stroke();
        }
    }
}

export function drawTextures() {
    const style = document.documentElement.style;
    style.setProperty('--felt', picture(FELT, felt));
    style.setProperty('--wood', picture(WOOD, wood));
}
