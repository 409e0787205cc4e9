"""Output of the cost benchmark: tables with local slopes, steep steps, and a figure."""

from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import log, log10

from report import row

OURS = "spinney"
STEEP_SLOPE = 1.2
ABOVE_LINE = 1.25
SHORT = 0.02
"""Seconds below which a time is too noisy for a statement about its slope."""
COLORS = ("#0B6E4F", "#D1495B", "#3A6EA5", "#E09F3E")
MARKERS = ("o", "s", "^", "D")


@dataclass
class Curve:
    """Seconds of each library by size, in the order of the sizes; a skipped one is absent."""

    title: str
    doubling: bool = False
    """Whether the work doubles with each unit, so that slopes refer to 2 to the power of it."""
    seconds: dict[str, dict[int, float]] = field(default_factory=dict)

    def add(self, size: int, times: dict[str, float]) -> None:
        for name, elapsed in times.items():
            self.seconds.setdefault(name, {})[size] = elapsed

    def to_json(self) -> dict:
        return asdict(self)

    @classmethod
    def from_json(cls, held: dict) -> "Curve":
        times = held["seconds"].items()
        seconds = {name: {int(n): t for n, t in c.items()} for name, c in times}
        return cls(held["title"], held["doubling"], seconds)

    def work(self, size: int) -> int:
        return 2**size if self.doubling else size

    def slopes(self, name: str) -> dict[int, float]:
        """d log(seconds) / d log(size) from the previous size to each size."""
        times, work = self.seconds.get(name, {}), self.work
        return {m: log(times[m] / times[n]) / log(work(m) / work(n)) for n, m in pairwise(times)}


def steep_steps(curve: Curve, name: str) -> dict[int, float]:
    """Sizes after which the time grows too fast: seconds at the next size over a straight line.

    The line continues the last step, or the mean of all steps if that is steeper; for the first
    step it is proportional to the size. A step is steep if its slope is above 1.2, or if its end is
    a quarter above the line. A fixed overhead lowers the slopes and leaves the gradients of lines,
    so it does not make a step steep when it ceases to dominate.
    """
    slopes, steep = curve.slopes(name), {}
    points = [(curve.work(size), elapsed) for size, elapsed in curve.seconds[name].items()]
    for i, (size, following) in enumerate(pairwise(curve.seconds[name])):
        (n, before), (m, after) = points[i : i + 2]
        gradients = [0.0 if i else before / n]
        gradients += [(before - t) / (n - k) for k, t in (points[0], points[i - 1]) if k < n]
        above = after / (before + max(gradients) * (m - n))
        if after >= SHORT and (slopes[following] > STEEP_SLOPE or above > ABOVE_LINE):
            steep[size] = above
    return steep


def short_name(name: str) -> str:
    """As long as a narrow cell."""
    return name.removeprefix("scikit-learn-")


def print_header(curve: Curve, names: list[str]) -> None:
    print(f"\n{curve.title}")
    row("size", *(cell for name in names for cell in (short_name(name), "slope")), "relative")


def print_size(curve: Curve, names: list[str], size: int) -> None:
    """Seconds and slope of each library, and those of the fastest peer divided by ours."""
    cells = []
    for name in names:
        times = curve.seconds.get(name, {})
        slope = curve.slopes(name).get(size)
        cells += [f"{times[size]:.3f}" if size in times else "-"]
        cells += ["" if slope is None else f"{slope:.2f}"]
    peers = [t[size] for name, t in curve.seconds.items() if name != OURS and size in t]
    ours = curve.seconds.get(OURS, {}).get(size)
    row(f"{size:,}", *cells, f"{min(peers) / ours:.2f}" if peers and ours else "-")


def print_steep_steps(curve: Curve) -> None:
    for name, times in curve.seconds.items():
        slopes, following = curve.slopes(name), dict(pairwise(times))
        places = [
            f"{n:,} (slope {slopes[following[n]]:.2f}, {above:.1f} times the line)"
            for n, above in steep_steps(curve, name).items()
        ]
        print(f"  -> {name}: " + ("steepens at " + ", ".join(places) if places else "not steep"))


def draw_curve(ax, curve: Curve, styles: dict[str, tuple[str, str]]) -> None:
    """One panel; rings mark the sizes at which a library steepens."""
    for name, times in curve.seconds.items():
        color, marker = styles[name]
        ours = name == OURS
        ax.plot(
            *(list(times), list(times.values())),
            color=color,
            marker=marker,
            markersize=4,
            linewidth=2 if ours else 1.2,
            zorder=3 if ours else 2,
            label=name,
        )
        steep = list(steep_steps(curve, name))
        ax.scatter(
            *(steep, [times[n] for n in steep]),
            s=90,
            facecolors="none",
            edgecolors=color,
            zorder=4,
        )
    ax.set(xscale="linear" if curve.doubling else "log", yscale="log")
    ax.set_ylim(*y_limits(curve))
    ax.set_title(curve.title, fontsize=9, loc="left")
    ax.grid(which="major", color="#E6E6E6", linewidth=0.7)
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=8)
    label_sizes(ax, curve)


def y_limits(curve: Curve) -> tuple[float, float]:
    """At least two decades, so that noise does not look like a slope."""
    times = [elapsed for of_library in curve.seconds.values() for elapsed in of_library.values()]
    low, high = min(times) / 1.5, max(times) * 1.5
    wider = max(1.0, 100 * low / high) ** 0.5
    return low / wider, high * wider


def label_sizes(ax, curve: Curve) -> None:
    """Label powers of ten, or every size if there are few powers in the range."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    sizes = sorted({size for times in curve.seconds.values() for size in times})
    if sizes[-1] / sizes[0] < 100:
        ax.set_xticks(sizes)
    elif sizes[-1] / sizes[0] > 10_000:
        ax.set_xticks([size for size in sizes if log10(size) % 1 == 0])
    ax.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:,.0f}"))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda elapsed, _: f"{elapsed:g}"))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_minor_formatter(NullFormatter())


def draw_linear_growth(ax, curve: Curve) -> None:
    """A dotted line of slope 1 through our last time, as far as the panel reaches."""
    times = curve.seconds.get(OURS, {})
    if len(times) < 2:
        return
    low = ax.get_ylim()[0]
    size, elapsed = list(times.items())[-1]
    shown = {n: elapsed * curve.work(n) / curve.work(size) for n in times}
    shown = {n: t for n, t in shown.items() if t >= low}
    ax.plot(list(shown), list(shown.values()), ":", color="#808080", zorder=1)


def draw(curves: dict[str, Curve], title: str, unit: str, path: str) -> None:
    """Write a figure with a panel per axis."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    names = list(dict.fromkeys(name for curve in curves.values() for name in curve.seconds))
    styles = {name: (COLORS[i % 4], MARKERS[i % 4]) for i, name in enumerate(names)}
    n_wide = min(5, len(curves))
    n_high = -(-len(curves) // n_wide)
    figure, axes = pyplot.subplots(
        n_high, n_wide, figsize=(4 * n_wide, 3.4 * n_high + 0.8), squeeze=False, layout="tight"
    )
    for ax, (name, curve) in zip(axes.flat, curves.items(), strict=False):
        draw_curve(ax, curve, styles)
        if name != "threads":
            draw_linear_growth(ax, curve)
    for ax in axes.flat[len(curves) :]:
        ax.set_axis_off()
    for ax in axes[:, 0]:
        ax.set_ylabel(unit, fontsize=9)
    figure.suptitle(title, x=0.01, ha="left", fontsize=10)
    handles, labels = axes.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper right", ncols=len(names), frameon=False, fontsize=9)
    figure.savefig(path, dpi=100)
