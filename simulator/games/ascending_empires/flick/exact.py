"""Sine, cosine and logarithm, computed only with + - * / and rounding.

IEEE 754 fixes these operations to the last bit, but not a system's sine. So a flick is the same on every machine. The
polynomials are from fdlibm (Sun Microsystems, 1993). Their error is below one unit in the last place for these ranges.
"""

import math

from starbalance.simulator.engine.jit import rule

PER_QUARTER = 2.0 / math.pi
QUARTER_HIGH = 1.57079632673412561417  # the first 33 bits of a quarter turn, so that whole multiples are exact
QUARTER_LOW = 6.07710050650619224932e-11
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
ROOT_HALF = 0.70710678118654752440


@rule
def sine_near_zero(a):
    """Return the sine of an angle of at most an eighth of a turn, in radians."""
    z = a * a
    p = 1.58969099521155010221e-10
    p = p * z - 2.50507602534068634195e-08
    p = p * z + 2.75573137070700676789e-06
    p = p * z - 1.98412698298579493134e-04
    p = p * z + 8.33333333332248946124e-03
    p = p * z - 1.66666666666666324348e-01
    return a + a * z * p


@rule
def cosine_near_zero(a):
    """Return the cosine of an angle of at most an eighth of a turn, in radians."""
    z = a * a
    p = -1.13596475577881948265e-11
    p = p * z + 2.08757232129817482790e-09
    p = p * z - 2.75573143513906633035e-07
    p = p * z + 2.48015872894767294178e-05
    p = p * z - 1.38888888888741095749e-03
    p = p * z + 4.16666666666666019037e-02
    return 1.0 - (0.5 * z - z * z * p)


@rule
def cosine_and_sine(angle):
    """Return (cosine, sine) of an angle in radians."""
    quarters = math.floor(angle * PER_QUARTER + 0.5)
    rest = (angle - quarters * QUARTER_HIGH) - quarters * QUARTER_LOW
    c, s = cosine_near_zero(rest), sine_near_zero(rest)
    turn = int(quarters) % 4
    if turn == 0:
        return c, s
    if turn == 1:
        return -s, c
    if turn == 2:
        return -c, -s
    return s, -c


@rule
def logarithm(value):
    """Return the natural logarithm of a positive number."""
    m, e = math.frexp(value)
    if m < ROOT_HALF:
        m, e = 2.0 * m, e - 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    p = 1.479819860511658591e-01
    p = p * z + 1.531383769920937332e-01
    p = p * z + 1.818357216161805012e-01
    p = p * z + 2.222219843214978396e-01
    p = p * z + 2.857142874366239149e-01
    p = p * z + 3.999999999940941908e-01
    p = p * z + 6.666666666666735130e-01
    half = 0.5 * f * f
    return e * LN2_HIGH - ((half - (s * (half + z * p) + e * LN2_LOW)) - f)
