# Draws the chart of the benchmark: gnuplot -c throughput.gnuplot TABLE TITLE AXIS PICTURE INK
# The table has a row for each producer: name, label, median, the ends of its interval, group.
table = ARG1
set datafile separator tab
stats table using 3:5 every ::1 nooutput
rows = STATS_records
largest = STATS_max_y > 0 ? STATS_max_y : 1

ink = ARG5 # The colour of the text.
# White has a contrast of at least 4.5 to 1 on each of these bars.
strategy = 0x0077d2
in_c = 0x757b00
peer = 0xc05600
colour(group) = group eq 'peer' ? peer : group eq 'C' ? in_c : strategy

set title ARG2 noenhanced textcolor rgb ink
set xlabel ARG3 noenhanced textcolor rgb ink
# The labels at the ends of the bars need as much width as the longest bar.
set xrange [0:largest * 2]
set yrange [rows - 0.4:-0.6]
set xtics nomirror scale 0.5 textcolor rgb ink
set ytics nomirror scale 0 noenhanced textcolor rgb ink
set border 1 linecolor rgb ink
set style fill solid 1 noborder
set bmargin 7
set key at screen 0.5, 0.01 center bottom vertical maxrows 3 textcolor rgb ink
set terminal svg size 560, 200 + 28 * rows font 'DejaVu Sans,Verdana,sans-serif,16'
set output ARG4
# The interval: white on the bar, and grey beyond its end.
plot table using 3:0:(0):3:($0 - 0.38):($0 + 0.38):(colour(strcol(6))):ytic(1) every ::1 \
       with boxxyerror linecolor rgb variable notitle, \
     table using 4:0:($3 - $4):(0) every ::1 \
       with vectors backhead size graph 0.004, 90 linewidth 2 linecolor rgb 'white' notitle, \
     table using 3:0:($5 - $3):(0) every ::1 \
       with vectors head size graph 0.004, 90 linewidth 2 linecolor rgb ink notitle, \
     table using 5:0:2 every ::1 with labels left offset 0.8, 0 noenhanced textcolor rgb ink notitle, \
     keyentry with boxes linecolor rgb strategy title 'a strategy of this yes', \
     keyentry with boxes linecolor rgb in_c title 'the same in C', \
     keyentry with boxes linecolor rgb peer title 'another yes'
