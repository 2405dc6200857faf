#include "textflag.h"

// The fields of bytesCall.
#define LOAD_BYTES_CALL \
	MOVQ c+0(FP), AX; \
	MOVQ 0(AX), DI; \
	MOVQ 8(AX), SI; \
	MOVQ 16(AX), R8; \
	MOVQ 24(AX), R9; \
	MOVQ 32(AX), BX; \
	MOVQ 40(AX), CX; \
	MOVQ 48(AX), R12; \
	MOVQ 56(AX), R13; \
	MOVQ 64(AX), R15; \
	MOVQ 72(AX), DX; \
	LEAQ (R8)(R9*1), R10; \
	LEAQ (R8)(R9*2), R11; \
	LEAQ (R10)(R9*2), R9

// Four bytes of a row by the weights of 16 columns in Y8 and Y9. Two products add up in 16 bits, as no
// weight is beyond 64. Y15 holds ones.
#define BYTES_ROW(ROW, LOW, HIGH) \
	VPBROADCASTD (ROW), Y10;     \
	VPMADDUBSW   Y8, Y10, Y11;   \
	VPMADDUBSW   Y9, Y10, Y12;   \
	VPMADDWD     Y15, Y11, Y11;  \
	VPMADDWD     Y15, Y12, Y12;  \
	VPADDD       Y11, LOW, LOW;  \
	VPADDD       Y12, HIGH, HIGH

// (sum - zero * column's sum) * (scale * column's scale) + column's bias, for 8 columns.
#define SCALE_HALF(SUM, OFFSET) \
	VPMULLD   OFFSET(R12), Y10, Y11; \
	VPSUBD    Y11, SUM, SUM;         \
	VCVTDQ2PS SUM, SUM;              \
	VMULPS    OFFSET(R13), Y9, Y11;  \
	VMULPS    Y11, SUM, SUM;         \
	VADDPS    OFFSET(R15), SUM, SUM; \
	VMOVUPS   SUM, OFFSET(DI)

#define SCALE_ROW(LOW, HIGH) \
	VBROADCASTSS (DX), Y9;  \
	VPBROADCASTD 4(DX), Y10; \
	SCALE_HALF(LOW, 0);     \
	SCALE_HALF(HIGH, 32);   \
	ADDQ $8, DX;            \
	ADDQ SI, DI

// func bytesAVX2(c *bytesCall)
TEXT ·bytesAVX2(SB), NOSPLIT, $0-8
	LOAD_BYTES_CALL
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	VPCMPEQW Y15, Y15, Y15
	VPSRLW $15, Y15, Y15

loop:
	VMOVDQU (BX), Y8
	VMOVDQU 32(BX), Y9
	BYTES_ROW(R8, Y0, Y1)
	BYTES_ROW(R10, Y2, Y3)
	BYTES_ROW(R11, Y4, Y5)
	BYTES_ROW(R9, Y6, Y7)
	ADDQ $64, BX
	ADDQ $4, R8
	ADDQ $4, R10
	ADDQ $4, R11
	ADDQ $4, R9
	DECQ CX
	JNZ  loop

	SCALE_ROW(Y0, Y1)
	SCALE_ROW(Y2, Y3)
	SCALE_ROW(Y4, Y5)
	SCALE_ROW(Y6, Y7)
	VZEROUPPER
	RET

#define VNNI_ROW(OFFSET, ROW, SUM) \
	VPBROADCASTD OFFSET(ROW), Z10; \
	VPDPBUSD     Z8, Z10, SUM

#define SCALE_VNNI(SUM) \
	VBROADCASTSS (DX), Z9;    \
	VPBROADCASTD 4(DX), Z10;  \
	VPMULLD   Z12, Z10, Z11;  \
	VPSUBD    Z11, SUM, SUM;  \
	VCVTDQ2PS SUM, SUM;       \
	VMULPS    Z13, Z9, Z11;   \
	VMULPS    Z11, SUM, SUM;  \
	VADDPS    Z14, SUM, SUM;  \
	VMOVUPS   SUM, (DI);      \
	ADDQ $8, DX;              \
	ADDQ SI, DI

// func bytesVNNI(c *bytesCall)
//
// Odd steps add to sums of their own, so that one addition need not wait for the one before.
TEXT ·bytesVNNI(SB), NOSPLIT, $0-8
	LOAD_BYTES_CALL
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	VPXORD Z2, Z2, Z2
	VPXORD Z3, Z3, Z3
	VPXORD Z4, Z4, Z4
	VPXORD Z5, Z5, Z5
	VPXORD Z6, Z6, Z6
	VPXORD Z7, Z7, Z7
	VMOVDQU32 (R12), Z12
	VMOVUPS   (R13), Z13
	VMOVUPS   (R15), Z14
	SUBQ $2, CX
	JL   last

loop:
	VMOVDQU32 (BX), Z8
	VNNI_ROW(0, R8, Z0)
	VNNI_ROW(0, R10, Z1)
	VNNI_ROW(0, R11, Z2)
	VNNI_ROW(0, R9, Z3)
	VMOVDQU32 64(BX), Z8
	VNNI_ROW(4, R8, Z4)
	VNNI_ROW(4, R10, Z5)
	VNNI_ROW(4, R11, Z6)
	VNNI_ROW(4, R9, Z7)
	ADDQ $128, BX
	ADDQ $8, R8
	ADDQ $8, R10
	ADDQ $8, R11
	ADDQ $8, R9
	SUBQ $2, CX
	JGE  loop

last:
	ADDQ $2, CX
	JZ   scale
	VMOVDQU32 (BX), Z8
	VNNI_ROW(0, R8, Z0)
	VNNI_ROW(0, R10, Z1)
	VNNI_ROW(0, R11, Z2)
	VNNI_ROW(0, R9, Z3)

scale:
	VPADDD Z4, Z0, Z0
	VPADDD Z5, Z1, Z1
	VPADDD Z6, Z2, Z2
	VPADDD Z7, Z3, Z3
	SCALE_VNNI(Z0)
	SCALE_VNNI(Z1)
	SCALE_VNNI(Z2)
	SCALE_VNNI(Z3)
	VZEROUPPER
	RET

#define FLOATS_ROW(ROW, LOW, HIGH) \
	VBROADCASTSS (ROW), Y10;      \
	VFMADD231PS  Y8, Y10, LOW;    \
	VFMADD231PS  Y9, Y10, HIGH;   \
	ADDQ $4, ROW

#define STORE_ROW(LOW, HIGH) \
	VMOVUPS LOW, (DI);    \
	VMOVUPS HIGH, 32(DI); \
	ADDQ SI, DI

// func floatsFMA(c *floatsCall)
TEXT ·floatsFMA(SB), NOSPLIT, $0-8
	MOVQ c+0(FP), AX
	MOVQ 0(AX), DI  // out
	MOVQ 8(AX), SI  // outStride
	MOVQ 16(AX), R8 // a, row 0
	MOVQ 24(AX), R9 // aStride
	MOVQ 32(AX), BX // b
	MOVQ 40(AX), DX // bStride
	MOVQ 48(AX), CX // depth
	LEAQ (R8)(R9*1), R10
	LEAQ (R8)(R9*2), R11
	LEAQ (R10)(R9*2), R12
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7

loop:
	VMOVUPS (BX), Y8
	VMOVUPS 32(BX), Y9
	FLOATS_ROW(R8, Y0, Y1)
	FLOATS_ROW(R10, Y2, Y3)
	FLOATS_ROW(R11, Y4, Y5)
	FLOATS_ROW(R12, Y6, Y7)
	ADDQ DX, BX
	DECQ CX
	JNZ  loop

	STORE_ROW(Y0, Y1)
	STORE_ROW(Y2, Y3)
	STORE_ROW(Y4, Y5)
	STORE_ROW(Y6, Y7)
	VZEROUPPER
	RET
